"""The subcommands of ``veraz``, one file each: ``add_arguments(parser)`` and ``run(args)``."""
