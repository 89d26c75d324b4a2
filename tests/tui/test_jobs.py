"""Background commands end when the chat does."""

import os

from localcoder.tools._output import OutputCollector
from tests.fakes.fake_agent import FakeAgent
from tests.tools.test_shell import gone
from tests.tui.chatting import chat_app, until


async def start_job(jobs, folder, command):
    return await jobs.start(
        command,
        ["/bin/sh", "-c", command],
        cwd=folder,
        environment={"PATH": os.environ["PATH"]},
        timeout_s=None,
        output=OutputCollector(1_000, [], lambda text: None),
    )


async def test_leaving_the_chat_ends_the_jobs(tmp_path):
    agent = FakeAgent()
    app = chat_app(agent)
    async with app.run_test() as pilot:
        await until(pilot, lambda: app.chat.agent is not None)
        job = await start_job(agent.context.jobs, tmp_path, "sleep 999 & echo $!; wait")
        await until(pilot, lambda: "\n" in job.output.text())
    assert job.is_running
    await app.chat.shut_down()
    assert job.state == "stopped"
    assert await gone(int(job.output.text()))
    assert agent.model.closed
