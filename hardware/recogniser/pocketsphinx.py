"""PocketSphinx behind the :class:`~hardware.ports.Recogniser` port: the embedded default, its wheel brings a model.

Each press is decoded twice, by the word network and by a free loop of phones; the difference of the two scores
rejects what was no sentence of the network (spikes/tails.md sections 0 and 1). The guards are those of
spikes/recognisers.md section 6.
"""

from __future__ import annotations

import math
import threading
import time
from collections import OrderedDict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from hardware.endpoint import SpeechDetector
from hardware.levels import is_silent
from hardware.ports import BLOCK_BYTES, SAMPLE_RATE, TAIL, HardwareError, Heard, Network, Pronounced, Readiness
from hardware.recogniser.fit import FRAMES_PER_SECOND, nats, segments, together, worst
from hardware.recogniser.native import make_decoder, model_path
from hardware.recogniser.pronounce import PHONES, Pronouncer

_LOOP_WORDS = tuple(f"+{phone}+" for phone in PHONES)
_PIECE_BYTES = 2 * SAMPLE_RATE // 50

Transition = tuple[int, int, float] | tuple[int, int, float, str]


@dataclass(frozen=True)
class PocketSphinxSettings:
    """How PocketSphinx searches, and when it believes itself."""

    threshold: float = -110.0
    """Nats for each second of speech by which a sentence may fit worse than free phones (``fit.together``); higher
    rejects more."""
    tail_threshold: float = -50.0
    """The same where free words follow: a word or two and anything at all is what most talk looks like."""
    silprob: float = 0.1
    pip: float = 0.6
    beam: float = 1e-60
    """Also the phone beam."""
    wbeam: float = 1e-40
    loop_weight: float = 0.1
    """Weight of each phone in the loop that stands for other talk."""
    tail_weight: float = 1e-4
    """Weight of each phone of free words in a network. As dear as words are hard, or free words swallow a name that
    was written down for them: at 0.1 "I play Ysolde" was heard as "I play" and something."""
    loop_beam: float = 1e-20
    """The loop's own, also of its phones. It has no words to lose: its score is the same, for less work."""
    loop_wbeam: float = 1e-12
    before_seconds: float = 0.3
    """Sound before speech that is decoded with it; silence beyond spoils the cepstral mean (38 against 34 of 40
    orders right)."""
    after_seconds: float = 0.15
    """The same after it. All of it is still to be decoded when the last word has ended, so it costs the answer time;
    with 0.1 s a played evening lost its way (README.md, "Time and memory, measured")."""
    shortest_seconds: float = 0.3
    """A shorter sound is a slip of the finger."""
    shortest_tail_seconds: float = 0.3
    """A shorter tail is a breath, where the sentence is complete without it."""
    networks_kept: int = 12
    """Networks held ready: eight seats, both hands-free doors, two to spare."""


class _Search(NamedTuple):
    """A network made ready: its name in the decoder, the word behind each dictionary entry, and what is amiss."""

    name: str
    spelled: Mapping[str, str]
    ready: Readiness


class PocketSphinx:
    """The embedded recogniser.

    One for each microphone, kept alive: the running cepstral mean is worth more than any weight
    (spikes/recognisers.md section 2).
    """

    engine = "pocketsphinx"

    def __init__(self, settings: PocketSphinxSettings | None = None, pronouncer: Pronouncer | None = None) -> None:
        self._settings = settings or PocketSphinxSettings()
        self._pronounce = pronouncer or Pronouncer()
        self._tail_price = math.log(self._settings.loop_weight / self._settings.tail_weight)
        """Nats that a phone of free words costs more than one of other talk; given back where the two are compared."""
        self._words = _network_decoder(self._settings, self._settings.beam, self._settings.wbeam)
        self._loop = _network_decoder(self._settings, self._settings.loop_beam, self._settings.loop_wbeam)
        self._entries: dict[tuple[str, Pronounced | None], tuple[str, ...]] = {}
        self._searches: OrderedDict[tuple[Any, ...], _Search] = OrderedDict()
        self._made = 0
        self._network: Network | None = None
        self._spelled: Mapping[str, str] = {}
        self._speech = SpeechDetector()
        self._sound: bytearray | None = None
        self._fed = self._skipped = 0
        self._cpu = 0.0
        self._draft = _Drafter()
        _activate(self._loop, "loop", [(0, 0, self._settings.loop_weight, word) for word in _LOOP_WORDS], 0)

    def listen_for(self, network: Network, lexicon: Iterable[Pronounced] = ()) -> Readiness:
        """Change what can be heard. Words without any pronunciation come back as unheard, and no sentence that needs
        one can be heard."""
        if self._sound is not None:
            raise HardwareError("The network was changed during an utterance; change it between two.")
        given = tuple(lexicon)
        what = (tuple(network.arcs), network.final, given)
        search = self._searches.get(what)
        if search is None:
            if len(self._searches) >= self._settings.networks_kept:
                self._words.remove_search(self._searches.popitem(last=False)[1].name)
            search = self._searches[what] = self._make(network, {entry.word: entry for entry in given})
        self._searches.move_to_end(what)
        self._words.activate_search(search.name)
        self._network, self._spelled = network, search.spelled
        return search.ready

    def start(self) -> None:
        if self._sound is not None:
            raise HardwareError("An utterance is already running; finish it first.")
        self._sound = bytearray()
        self._fed = self._skipped = 0
        self._cpu = 0.0
        self._speech.reset()
        self._words.start_utt()
        self._loop.start_utt()

    def feed(self, pcm: bytes) -> None:
        if self._sound is None:
            raise HardwareError("No utterance is running; start one first.")
        began = time.thread_time()
        self._sound += pcm
        self._speech.feed(pcm)
        if self._speech.began is not None:
            self._skip_silence()
            self._decode(self._sound, self._speech_end())
        self._cpu += time.thread_time() - began

    def finish(self) -> Heard:
        if self._sound is None:
            raise HardwareError("No utterance is running; start one first.")
        began = time.thread_time()
        sound, self._sound = self._sound, None
        seconds = len(sound) / 2 / SAMPLE_RATE
        silent = self._speech.began is None and is_silent(bytes(sound))
        if not silent:
            end = len(sound) if self._speech.began is None else self._speech_end()
            self._decode(sound, end, is_last=True)
        self._words.end_utt()
        self._loop.end_utt()
        text, confidence, why_not, tail_from = "", 0.0, "", None
        if seconds < self._settings.shortest_seconds:
            why_not = "short"
        elif silent:
            why_not = "silence"
        else:
            text, confidence, why_not, tail_from = self._judge()
        cpu = self._cpu + time.thread_time() - began
        return Heard(text, confidence, self.engine, seconds, cpu, why_not, tail_from)

    def _speech_end(self) -> int:
        """The byte up to which the sound is worth decoding: a little after the last speech so far."""
        return 2 * int((self._speech.last + self._settings.after_seconds) * SAMPLE_RATE)

    def _skip_silence(self) -> None:
        """Silence before the first word is not decoded: it would draw the cepstral mean away from speech."""
        if not self._fed and self._speech.began is not None:
            lead = max(0.0, self._speech.began - self._settings.before_seconds)
            self._fed = self._skipped = 2 * int(lead * SAMPLE_RATE)

    def _decode(self, sound: bytearray, end: int, is_last: bool = False) -> None:
        """Feed both decoders up to byte ``end``. In pieces of one length however the sound came, for the library moves
        its cepstral mean between two pieces; and so small that they let other threads in."""
        end = min(end, len(sound)) & ~1
        while self._fed < end and (is_last or self._fed + _PIECE_BYTES <= end):
            piece = bytes(sound[self._fed : min(end, self._fed + _PIECE_BYTES)])
            self._fed += len(piece)
            self._words.process_raw(piece)
            self._loop.process_raw(piece)

    def margin(self) -> float:
        """Nats a second by which the last utterance fitted the network better than free phones, its worst word counted
        once more (``fit.together``); -inf where it did not fit at all. Free words fit free phones by themselves, so
        only the words before them count."""
        network, free = segments(self._words), segments(self._loop)
        if not network or not free:
            return -math.inf
        tail = [segment for segment in network if segment.word in _LOOP_WORDS]
        free_seconds = sum(segment.frames for segment in tail) / FRAMES_PER_SECOND
        difference = nats(self._words.hyp().best_score) - nats(self._loop.hyp().best_score)
        seconds = max(1.0, (self._fed - self._skipped) / 2 / SAMPLE_RATE - free_seconds)
        words = [segment for segment in network if segment.word in self._spelled]
        if not words:
            return -math.inf
        return together((difference + len(tail) * self._tail_price) / seconds, worst(words, free), len(words))

    def warm(self, pcm: bytes) -> None:
        """Let the running cepstral mean get used to the room."""
        if self._sound is None and len(pcm) >= BLOCK_BYTES:
            for decoder in (self._words, self._loop):
                decoder.start_utt()
                decoder.process_raw(pcm[: len(pcm) & ~1], no_search=True)
                decoder.end_utt()

    def draft(self, pcm: bytes) -> str:
        return self._draft(pcm, self._words.get_cmn(False))

    def close(self) -> None:
        self._searches.clear()
        self._network = None
        self._draft.close()

    def _judge(self) -> tuple[str, float, str, float | None]:
        margin = self.margin()
        confidence = _confidence(margin - self._settings.threshold)
        if margin < self._settings.threshold:
            return "", confidence, "other talk", None
        words, tail_from, tail_seconds = self._read()
        text = " ".join(words)
        if tail_from is not None and tail_seconds < self._settings.shortest_tail_seconds:
            shorter = " ".join(word for word in words if word != TAIL)
            if self._accepts(shorter):
                text, tail_from = shorter, None
        if tail_from is not None and margin < self._settings.tail_threshold:
            return "", confidence, "other talk", None
        if not self._accepts(text):
            return "", confidence, "incomplete", None
        return text, confidence, "", tail_from

    def _accepts(self, text: str) -> bool:
        return bool(text) and self._network is not None and self._network.accepts(text)

    def _read(self) -> tuple[list[str], float | None, float]:
        """The words heard, where free words begin, and how long they are up to the last speech, in seconds."""
        words: list[str] = []
        tail_from = None
        for segment in segments(self._words):
            if segment.word in _LOOP_WORDS:
                if words[-1:] != [TAIL]:
                    words.append(TAIL)
                    tail_from = segment.first / FRAMES_PER_SECOND + self._skipped / 2 / SAMPLE_RATE
            elif segment.word in self._spelled:
                words.append(self._spelled[segment.word])
        if tail_from is None:
            return words, None, 0.0
        last = self._speech.last if self._speech.began is not None else self._fed / 2 / SAMPLE_RATE
        return words, tail_from, last - tail_from

    def _make(self, network: Network, given: Mapping[str, Pronounced]) -> _Search:
        words = {word for _, _, word in network.arcs} - {"", TAIL}
        spelling = {word: entries for word in words if (entries := self._spell(word, given.get(word)))}
        arcs = [arc for arc in network.arcs if arc[2] in ("", TAIL) or arc[2] in spelling]
        self._made += 1
        name = f"network{self._made}"
        _activate(self._words, name, self._transitions(arcs, network.final, spelling), network.final)
        unheard = tuple(sorted(words - spelling.keys()))
        return _Search(name, {first: word for word, (first, *_) in spelling.items()}, Readiness(unheard=unheard))

    def _spell(self, word: str, given: Pronounced | None) -> tuple[str, ...]:
        """The dictionary's entries for a word, one for each way to say it; none where nobody can say it. One whose
        pronunciations changed gets new ones."""
        entries = self._entries.get((word, given))
        if entries is None:
            sounds = self._pronounce(word, given)
            first = f"{word.replace('(', '-').replace(')', '-')}~{len(self._entries)}"
            entries = tuple(first if number == 1 else f"{first}({number})" for number in range(1, len(sounds) + 1))
            for entry, phones in zip(entries, sounds, strict=True):
                self._words.add_word(entry, phones, update=False)
            self._entries[word, given] = entries
        return entries

    def _transitions(
        self, arcs: Sequence[tuple[int, int, str]], final: int, spelling: Mapping[str, Sequence[str]]
    ) -> list[Transition]:
        """Arcs as the library wants them, one for each way to say a word: by itself it looks through the whole network
        for each, a third of its work. Two lead from or to nowhere: it refuses a network without words or one whose last
        node no arc touches, and that is what remains of one whose words nobody can say (C-007)."""
        nowhere = 1 + max([final, *(max(start, end) for start, end, _ in arcs)])
        free = nowhere + 1
        made: list[Transition] = [(nowhere, final, 1.0)]
        weight = self._settings.tail_weight
        for start, end, word in arcs:
            if word == TAIL:
                made += [(start, free, weight, phone) for phone in _LOOP_WORDS]
                made += [(free, free, weight, phone) for phone in _LOOP_WORDS]
                made.append((free, end, 1.0))
                free += 1
            elif word:
                made += [(start, end, 1.0, entry) for entry in spelling[word]]
            else:
                made.append((start, end, 1.0))
        if not any(len(transition) == 4 for transition in made):
            made.append((0, free, 1.0, _LOOP_WORDS[0]))
        return made


class _Drafter:
    """Free words to text, by the wheel's own language model in fast settings (spikes/tails.md section 1: a third of
    the words wrong; a label for a piece of sound, to be corrected by hand). Its 40 MB are taken at first use."""

    def __init__(self) -> None:
        self._decoder: Any = None
        self._lock = threading.Lock()

    def __call__(self, pcm: bytes, cmn: str) -> str:
        whole = pcm[: len(pcm) & ~1]
        if is_silent(whole):
            return ""
        with self._lock:
            self._decoder = self._decoder or _draft_decoder()
            self._decoder.set_cmn(cmn)
            self._decoder.start_utt()
            for at in range(0, len(whole), BLOCK_BYTES):
                self._decoder.process_raw(whole[at : at + BLOCK_BYTES])
            self._decoder.end_utt()
            heard = self._decoder.hyp()
        return heard.hypstr.strip() if heard else ""

    def close(self) -> None:
        with self._lock:
            self._decoder = None


def _network_decoder(settings: PocketSphinxSettings, beam: float, wbeam: float) -> Any:
    """A decoder that knows the phones of the free loop and no word more."""
    with TemporaryDirectory(prefix="prompter-") as folder:
        words = Path(folder) / "words.dict"
        words.write_text("".join(f"{word} {phone}\n" for word, phone in zip(_LOOP_WORDS, PHONES, strict=True)))
        return make_decoder(
            dict=str(words),
            fsgusealtpron=False,  # a network has an arc for each way to say a word
            compallsen=True,  # scores of two decodes can be compared only so (spikes/tails.md section 0)
            bestpath=False,
            silprob=settings.silprob,
            pip=settings.pip,
            beam=beam,
            pbeam=beam,
            wbeam=wbeam,
        )


def _draft_decoder() -> Any:
    return make_decoder(
        dict=model_path("cmudict-en-us.dict"),
        lm=model_path("en-us.lm.bin"),
        maxhmmpf=3000,
        maxwpf=5,
        fwdflat=False,
        bestpath=False,
    )


def _activate(decoder: Any, name: str, transitions: Sequence[Transition], final: int) -> None:
    decoder.add_fsg(name, decoder.create_fsg(name, 0, final, list(transitions)))
    decoder.activate_search(name)


def _confidence(spare: float) -> float:
    """0.5 on the threshold, 1 far above it."""
    return 1 / (1 + math.exp(-max(-500.0, min(500.0, spare)) / 30))
