"""Published evaluation protocols, one file a protocol; none of them knows the product."""
