"""What can go wrong while a clock gets its firmware; the words are in words/deploy.toml."""

from tritempo_host.problem import Problem
from tritempo_host.spoken import spoken_language
from tritempo_host.text import clean
from tritempo_host.words import speak

LONGEST = 300


class DeployProblem(Problem):
    """`key` names the words, `values` fill their fields. `message` is in the language of the command that runs."""

    def __init__(self, key: str, **values: object) -> None:
        self.key = key
        self.values = {name: clean(str(value), LONGEST) for name, value in values.items()}
        super().__init__(self.say(spoken_language()))

    def say(self, lang: str) -> str:
        return speak("deploy", lang)(self.key, **self.values)
