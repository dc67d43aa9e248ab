"""Reading a long document: its windows asked in turn or at once, what is lost told."""

import asyncio
import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

from llm.asking import Asking
from llm.calling import Ledger
from llm.completion import Completion
from llm.context import Context
from llm.draft import read_draft
from llm.merging import Said, heard, merge, worth_telling
from llm.places import page_of
from llm.telling import tell
from llm.windows import Window, affordable
from nlp.errors import ModelError
from nlp.schema import JSON, Draft

SEQUENTIAL = "sequential"
PARALLEL = "parallel"
ORDERS: tuple[str, ...] = (SEQUENTIAL, PARALLEL)
AT_ONCE = 4
ASTRAY = "the answer is not about this text; what the text does not say is left out"


@dataclass(frozen=True, slots=True)
class Answered:
    """What came of one window: its completion, read, or the error in its place."""

    window: Window
    completion: Completion | None = None
    draft: Draft = field(default_factory=lambda: Draft(None))
    said: Said | None = None
    error: ModelError | None = None

    @property
    def problems(self) -> tuple[str, ...]:
        """What there is to say of it: the window is named."""
        if self.error is not None:
            return (f"{self.window.name} is lost: {self.error}",)
        said = self.draft.problems
        if self.said is not None and not self.said.trusted:
            said += (ASTRAY,)
        return tuple(f"{self.window.name}: {problem}" for problem in said)


@dataclass(frozen=True, slots=True)
class Reader:
    """Reads the windows of one document.

    ``order`` is one of :data:`ORDERS`: in turn, each told what earlier ones found, or a few at once
    without knowing of each other. ``most`` bounds the tokens of all together; what it leaves out is
    said.
    """

    asking: Asking
    context: Context
    order: str = SEQUENTIAL
    most: int | None = None

    async def read(self, windows: Sequence[Window]) -> Completion:
        """Ask about every window and merge what they say.

        A window that fails is told among the problems; its error is raised where all fail. Raises
        :class:`llm.calling.Rejected` where a window is longer than the model's context.
        """
        chosen, left = affordable(windows, self.context, self.most)
        if not chosen:
            raise ModelError(f"{self.most} tokens pay for no window of this document.")
        in_turn = self.order == SEQUENTIAL
        answers = await (self._in_turn(chosen) if in_turn else self._at_once(chosen))
        said = [answer.said for answer in answers if answer.said is not None]
        errors = [answer.error for answer in answers if answer.error is not None]
        if not said and errors:
            raise errors[0]
        root = merge(said, chosen[0].prompt.schema)
        return self._completion(root, answers, left)

    async def _in_turn(self, windows: Iterable[Window]) -> list[Answered]:
        answers: list[Answered] = []
        for window in windows:
            answers.append(await self._ask(window, _found(answers)))
        return answers

    async def _at_once(self, windows: Iterable[Window]) -> list[Answered]:
        gate = asyncio.Semaphore(AT_ONCE)

        async def ask(window: Window) -> Answered:
            async with gate:
                return await self._ask(window, None)

        tasks = [asyncio.ensure_future(ask(window)) for window in windows]
        try:
            return await asyncio.gather(*tasks)
        finally:
            for task in tasks:
                task.cancel()

    async def _ask(self, window: Window, found: JSON) -> Answered:
        prompt, told = tell(window, found, self.context)
        ledger = Ledger()
        try:
            completion = await replace(self.asking, ledger=ledger).answer(prompt)
        except ModelError as error:
            return Answered(window, error=error)
        finally:
            self.asking.ledger.book(ledger.usage)
        if ledger.usage.calls == 1:
            self.context.learn(prompt, ledger.usage.input_tokens)
        draft = read_draft(completion, prompt.schema)
        said = heard(draft.root, page_of(prompt, window.start, window.end), prompt.schema, told)
        return Answered(window, completion, draft, said)

    def _completion(
        self, root: JSON, answers: Sequence[Answered], left: Sequence[Window]
    ) -> Completion:
        read = [answer for answer in answers if answer.completion is not None]
        lost = [answer.window for answer in answers if answer.error is not None]
        unread = [[window.start, window.end] for window in sorted([*lost, *left], key=_number)]
        problems = [problem for answer in answers for problem in answer.problems]
        skipped = [f"{each.name} is skipped: {self.most} tokens do not pay for it" for each in left]
        return Completion(
            json.dumps(root, ensure_ascii=False),
            usage=self.asking.ledger.usage,
            model=self.asking.model,
            rung=next((each.completion.rung for each in reversed(read) if each.completion), ""),
            notes={
                "windows": [[each.window.start, each.window.end] for each in read],
                "unread": unread,
                "mended": [*problems, *skipped],
            },
        )


def _number(window: Window) -> int:
    return window.number


def _found(answers: Sequence[Answered]) -> JSON:
    """What the windows so far have found and their texts bear out."""
    said = [answer.said for answer in answers if answer.said is not None]
    if not said:
        return None
    schema = answers[0].window.prompt.schema
    return merge([worth_telling(each, schema) for each in said], schema)
