from __future__ import annotations

from hardware.recogniser.fit import Segment, together, worst

FREE = (Segment("+AA+", 0, 49, -100.0), Segment("+B+", 50, 99, -50.0))
"""Free phones over a second: 2 nats a frame lost in the first half of it, 1 in the second."""


def test_a_word_is_held_against_free_phones_at_the_same_time() -> None:
    over_the_border = Segment("word", 40, 59, -50.0)  # free phones lost 20 and 10 there
    assert worst([over_the_border], FREE) == -100.0


def test_the_word_that_fits_worst_counts() -> None:
    well, badly = Segment("well", 0, 49, -100.0), Segment("badly", 50, 99, -150.0)
    assert worst([well], FREE) == 0.0
    assert worst([well, badly], FREE) == -200.0


def test_a_very_short_word_counts_as_if_it_were_a_fifth_of_a_second() -> None:
    short = Segment("a", 50, 54, -25.0)  # 20 nats behind in 0.05 s
    assert worst([short], FREE) == -100.0


def test_a_word_that_outlasts_the_free_phones_is_held_against_what_there_is() -> None:
    assert worst([Segment("late", 90, 109, -30.0)], FREE) == -100.0


def test_a_good_whole_does_not_make_up_for_a_word_that_was_not_said() -> None:
    said, bent = together(-60.0, -60.0, words=2), together(-40.0, -160.0, words=2)
    assert said == -60.0
    assert bent < said


def test_among_four_words_one_that_fits_badly_tells_half_as_much_as_among_two() -> None:
    among_two, among_four = (together(-20.0, -120.0, words) for words in (2, 4))
    assert among_two == -50.0
    assert among_four == -35.0


def test_a_long_sentence_vouches_for_itself() -> None:
    assert together(-100.0, -100.0, words=4) == -100.0
    assert together(-100.0, -100.0, words=12) == -20.0


def test_a_single_word_counts_as_much_as_one_of_two() -> None:
    assert together(-20.0, -220.0, words=1) == together(-20.0, -220.0, words=2)


def test_no_word_counts_as_worse_than_one_whose_end_was_cut_at_the_wrong_place() -> None:
    assert together(-20.0, -200.0, words=2) == together(-20.0, -900.0, words=2)
