"""Calls Patchbay's headless program, a tool at a time."""
import json
import os
import subprocess
import tempfile

THREADS = 2
# Both sides get as many threads, and these sleep where they have nothing to do, so that processor time is work.
os.environ.update(OMP_NUM_THREADS=str(THREADS), RAYON_NUM_THREADS=str(THREADS), OMP_WAIT_POLICY="PASSIVE")


class Program:
    """The program `path`; results go into the folder `results`."""

    def __init__(self, path, results):
        self.path, self.results = path, results

    def run(self, tool, model, times=1, **inputs):
        """Calls a tool on a folder of models so many times in one process: the seconds of each call, in the first of which the
        model is loaded, and the last call's results. Where the tool says in a sentence why it has no result, both are empty."""
        seconds, results, _ = self.call(tool, model, times, inputs)
        return seconds, results

    def timed(self, tool, model, times, **inputs):
        """As `run`, of at least two calls, with the seconds of the processor that a call with the model loaded takes: what all
        calls take more than the first alone."""
        _, _, once = self.call(tool, model, 1, inputs)
        seconds, results, all_of_them = self.call(tool, model, times, inputs)
        return seconds, results, (all_of_them - once) / (times - 1)

    def call(self, tool, model, times, inputs):
        given = [f"{name}={value}" for name, value in inputs.items()]
        command = [self.path, "bench", "tool", tool, *given, "--out", self.results, "--times", str(times)]
        with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as messages:
            process = subprocess.Popen(command, stdout=out, stderr=messages, env=os.environ | {"PATCHBAY_MODELS": str(model)})
            _, status, usage = os.wait4(process.pid, 0)
            process.returncode = status
            for file in (out, messages):
                file.seek(0)
            if status:
                print(f"{tool}: {messages.read().decode().strip()}", flush=True)
                return [], [], 0.0
            said = json.loads(out.read())
        return said["seconds"], said["results"], usage.ru_utime + usage.ru_stime
