"""Threads of the server: hired when they are needed, never more than the most, all sent home at the end."""

from __future__ import annotations

import threading
import time

from web.crew import FIRST, Crew


class Task:
    """Something to do that takes until it is let go."""

    def __init__(self, go: threading.Event) -> None:
        self.go = go
        self.begun = threading.Event()
        self.cancelled = False

    def service(self) -> None:
        self.begun.set()
        self.go.wait(10)

    def cancel(self) -> None:
        self.cancelled = True


def test_tasks_that_last_do_not_keep_others_waiting_until_the_most_is_reached() -> None:
    crew, go = Crew(9), threading.Event()
    assert len(crew.threads) == FIRST
    tasks = [Task(go) for _ in range(9)]
    for task in tasks:
        crew.add_task(task)
    assert all(task.begun.wait(5) for task in tasks)
    late = Task(go)
    crew.add_task(late)
    assert len(crew.threads) == 9
    assert not late.begun.wait(0.1)
    go.set()
    assert late.begun.wait(5)
    crew.shutdown(timeout=5)
    assert not crew.threads


def test_many_that_come_at_once_from_several_threads_are_all_done() -> None:
    crew, go = Crew(40), threading.Event()
    tasks = [Task(go) for _ in range(36)]

    def bring(some: list[Task]) -> None:
        for task in some:
            crew.add_task(task)

    bringers = [threading.Thread(target=bring, args=(tasks[n::4],)) for n in range(4)]
    for each in bringers:
        each.start()
    assert all(task.begun.wait(5) for task in tasks)
    assert len(crew.threads) <= 40
    go.set()
    crew.shutdown(timeout=5)


def test_after_the_end_nobody_is_hired() -> None:
    crew = Crew(9)
    crew.shutdown(timeout=5)
    crew.add_task(Task(threading.Event()))
    time.sleep(0.05)
    assert not crew.threads
