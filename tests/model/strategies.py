"""The drawings as hypothesis strategies, so that a game on which the clock and the model differ is made small."""

from hypothesis import strategies as st

from model import drawing


def _picker(draw):
    return lambda values: draw(st.sampled_from(values))


@st.composite
def tables(draw):
    return drawing.a_table(_picker(draw))


@st.composite
def times(draw, world, earliest):
    return drawing.a_time(_picker(draw), world, earliest)


@st.composite
def arguments(draw, kind, world):
    return drawing.arguments(_picker(draw), kind, world)
