"""What the tests share."""

import pytest


def pytest_addoption(parser):
    parser.addoption("--positions", type=int, default=400, help="random positions to compare with python-chess")


@pytest.fixture
def position_count(request):
    return request.config.getoption("--positions")
