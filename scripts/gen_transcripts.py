#!/usr/bin/env python3
"""Reference-volume generator: synthetic coding-agent transcripts, seeded and byte-identical.

  gen_transcripts.py OUT [--sessions 500] [--megabytes 200] [--codex 50] [--gemini 0] [--subagents 0.08]
             [--copies 0.02] [--seed 7] [--anchor 2026-09-20] [--days 60] [--rules DIR]

Writes under OUT:
  claude/<project-slug>/<session-id>.jsonl              Claude Code sessions
  claude/<project-slug>/<parent>/subagents/agent-*.jsonl  subagent transcripts
  codex/YYYY/MM/DD/rollout-<stamp>-<uuid>.jsonl         Codex rollouts
  gemini/<project>/chats/session-*.jsonl                Gemini CLI sessions (with .project_root)
--sessions counts the Claude Code files (subagents included); --megabytes is their total, in MiB.
Codex and Gemini sessions come on top, of the same size distribution. Point --root at OUT.
--rules DIR also writes a set of rule files that bind every 0.2 catalog shape, plus detector files.

Shape: one JSON object a line; parentUuid/uuid/requestId chains; one content block a line for
assistant messages repeating message.id (as Claude Code streams them); thinking blocks with a
signature; usage blocks; Bash/Read/Edit/Write/Grep/Glob/Task/TodoWrite/WebFetch tool calls with
matching tool_result lines and the toolUseResult copy; 1-50 KB results (log-normal); git commit
heredocs; Python heredoc scripts; compaction boundaries; queue, file-history-snapshot, summary,
progress and attachment lines; denied and interrupted calls. Every secret is a fake shape
assembled at run time. Standard library only; Python 3.9+.
"""
import argparse
import datetime
import json
import os
import random
import uuid

WORDS = ("the parser handles a trailing comma in list literal when config loader reads value from "
         "environment default falls back test fixture returns None instead of empty string so we "
         "should guard against it before calling normalise function and then update call sites "
         "session index cache key version retry timeout worker queue schema migration column "
         "response header route handler middleware build target flag option module package import "
         "path file directory commit branch merge rebase review comment reason because although "
         "however now next first check run verify make sure look read write change fix add remove").split()
IDENT = ("load_config parse_line read_rows build_index SessionStore RetryPolicy handle_request to_dict "
         "from_json normalise_path cache_key iter_events render_table write_row flush_queue open_file "
         "close_file make_client resolve_target run_worker next_batch split_args join_parts").split()
PROJECTS = ("atlas-api", "billing-core", "web-frontend", "ml-pipeline", "infra-tools", "docs-site",
            "mobile-app", "data-loader", "search-index", "auth-service", "cli-kit", "report-engine")
FILES = ("src/app/main.py", "src/app/config.py", "src/app/models/user.py", "src/app/api/routes.py",
         "tests/test_config.py", "tests/test_routes.py", "README.md", "pyproject.toml", "package.json",
         "web/src/App.tsx", "web/src/components/Table.tsx", "internal/store/store.go", "Makefile",
         "docs/architecture.md", ".github/workflows/ci.yml", "migrations/0042_add_column.sql",
         "scripts/release.py", "Dockerfile", "infra/terraform/main.tf", "config/settings.yaml")
MODELS = ("claude-opus-4-5-20251101", "claude-sonnet-4-5-20250929", "claude-opus-4-5-20251101",
          "claude-opus-4-5-20251101", "claude-haiku-4-5-20251001")


def fake_key(rng):
    return "AKIA" + "".join(rng.choice("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567") for _ in range(16))


class Pools:
    """Big seeded texts that bodies are cut from, so a 200 MB run is seconds of formatting."""

    def __init__(self, rng):
        self.code = self._code(rng, 400000)
        self.log = self._log(rng, 400000)
        self.prose = self._prose(rng, 200000)
        self.sig = "".join(rng.choice("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")
                           for _ in range(40000))

    @staticmethod
    def _code(rng, size):
        out, n = [], 0
        while n < size:
            f = rng.choice(IDENT)
            lines = ["def %s(%s, %s=None):" % (f, rng.choice(WORDS), rng.choice(WORDS)),
                     '    """%s."""' % " ".join(rng.choice(WORDS) for _ in range(9)).capitalize()]
            for _ in range(rng.randint(2, 14)):
                k = rng.random()
                ind = "    " * rng.randint(1, 3)
                if k < .3:
                    lines.append('%sif %s.get("%s") == %d:' % (ind, rng.choice(IDENT), rng.choice(WORDS), rng.randint(0, 99)))
                elif k < .6:
                    lines.append("%s%s = %s(%s, '%s\\n')" % (ind, rng.choice(WORDS), rng.choice(IDENT), rng.choice(WORDS), rng.choice(WORDS)))
                elif k < .8:
                    lines.append("%s# %s" % (ind, " ".join(rng.choice(WORDS) for _ in range(rng.randint(4, 12)))))
                else:
                    lines.append("%sreturn [%s for x in %s if x is not None]  # \u2014 %s" % (ind, rng.choice(WORDS), rng.choice(IDENT), rng.choice(WORDS)))
            lines += ["", ""]
            t = "\n".join(lines)
            out.append(t)
            n += len(t)
        return "".join(out)

    @staticmethod
    def _log(rng, size):
        out, n = [], 0
        while n < size:
            k = rng.random()
            if k < .4:
                t = "tests/test_%s.py::test_%s_%s PASSED [%3d%%]\n" % (rng.choice(WORDS), rng.choice(WORDS), rng.choice(WORDS), rng.randint(1, 100))
            elif k < .7:
                t = "2026-0%d-%02dT%02d:%02d:%02d.%03dZ INFO  %s: %s\n" % (rng.randint(1, 9), rng.randint(1, 28), rng.randint(0, 23), rng.randint(0, 59), rng.randint(0, 59), rng.randint(0, 999), rng.choice(IDENT), " ".join(rng.choice(WORDS) for _ in range(rng.randint(5, 15))))
            elif k < .9:
                t = "./%s:%d:%s\n" % (rng.choice(FILES), rng.randint(1, 900), " ".join(rng.choice(WORDS) for _ in range(rng.randint(4, 12))))
            else:
                t = "\x1b[32m\u2713\x1b[0m %s \x1b[2m(%d ms)\x1b[0m\n" % (" ".join(rng.choice(WORDS) for _ in range(5)), rng.randint(1, 900))
            out.append(t)
            n += len(t)
        return "".join(out)

    @staticmethod
    def _prose(rng, size):
        out, n = [], 0
        while n < size:
            t = " ".join(rng.choice(WORDS) for _ in range(rng.randint(6, 22))).capitalize()
            t += rng.choice((". ", ". ", ": ", ".\n\n", ".\n- "))
            if rng.random() < .15:
                t += "`%s` " % rng.choice(IDENT)
            out.append(t)
            n += len(t)
        return "".join(out)

    def cut(self, rng, which, size):
        pool = getattr(self, which)
        size = max(1, min(size, len(pool) - 1))
        at = rng.randrange(0, len(pool) - size)
        return pool[at:at + size]


def subject(rng):
    if rng.random() < .8:
        return "%s(%s): %s" % (rng.choice(("feat", "fix", "refactor", "docs", "test", "chore")), rng.choice(WORDS), " ".join(rng.choice(WORDS) for _ in range(5)))
    return " ".join(rng.choice(WORDS) for _ in range(5)).capitalize()


def command(rng, pools, repo):
    """One Bash command, from the mix an agent writes."""
    f, g = rng.choice(FILES), rng.choice(FILES)
    w, x = rng.choice(WORDS), rng.choice(IDENT)
    k = rng.random() * 100
    if k < 9:
        return "git status --short && git diff --stat"
    if k < 14:
        return "git add -A && git commit -m \"$(cat <<'EOF'\n%s\n\n%s\n\n\U0001F916 Generated with an agent\n\nCo-Authored-By: An Agent <noreply@example.invalid>\nEOF\n)\"" % (subject(rng), pools.cut(rng, "prose", rng.randint(80, 700)).strip())
    if k < 17:
        return "git commit -m \"%s\"" % subject(rng)
    if k < 19:
        return rng.choice(("git push origin HEAD", "git push -u origin feature/%s" % w, "git push --force-with-lease origin feature/%s" % w, "git log --oneline -n 10 | cat"))
    if k < 30:
        return rng.choice(("cd /workspace/%s && python3 -m pytest tests -q 2>&1 | tail -40" % repo, "npm test --silent 2>&1 | tail -30", "uv run pytest -x -q tests/test_%s.py" % w, "go test ./... 2>&1 | grep -v 'no test files'", "cargo test --workspace 2>&1 | tail -20"))
    if k < 42:
        return rng.choice(("grep -rn \"%s\" src --include='*.py' | head -50" % x, "rg -n '%s\\(' src tests -g '!*.lock' | head -40" % x, "grep -n 'def %s' -A 20 %s" % (x, f), "rg -l \"%s\" | xargs -n1 wc -l | sort -n" % w))
    if k < 50:
        return rng.choice(("sed -n '%d,%dp' %s" % (rng.randint(1, 200), rng.randint(201, 500), f), "head -n 80 %s" % f, "tail -n +%d %s | head -60" % (rng.randint(1, 300), f), "wc -l %s %s" % (f, g)))
    if k < 54:
        return "cat %s" % f
    if k < 59:
        return rng.choice(("ls -la src/ && ls tests | head", "find . -name '*.py' -not -path './.venv/*' | head -100", "find src -type f \\( -name '*.ts' -o -name '*.tsx' \\) | sort", "ls"))
    if k < 60:
        return rng.choice(("find .", "find /workspace/%s/src" % repo))
    if k < 68:
        body = pools.cut(rng, "code", rng.randint(300, 3500))
        return "python3 - <<'PY'\nimport json, sys\n%s\nprint(json.dumps({'ok': True}))\nPY" % body
    if k < 71:
        return "cat > %s <<'EOF'\n%s\nEOF" % (f, pools.cut(rng, "code", rng.randint(200, 4000)))
    if k < 76:
        return "for f in $(git diff --name-only main -- '*.py'); do echo \"== $f\"; python3 -m py_compile \"$f\" || exit 1; done"
    if k < 80:
        return rng.choice(("docker compose up -d && docker compose logs --tail=50 api", "curl -s -X POST http://localhost:8000/api/%s -H 'Content-Type: application/json' -d '{\"name\": \"%s\"}' | jq '.items[] | {id, name}'" % (w, x), "gh pr view 1%d --json title,body,comments --jq '.comments[].body'" % rng.randint(10, 99), "gh pr create --title \"%s\" --body \"$(cat <<'EOF'\n## Summary\n%s\nEOF\n)\"" % (subject(rng), pools.cut(rng, "prose", 400))))
    if k < 84:
        return "python3 -c \"import sys; sys.path.insert(0, 'src'); from app.config import %s; print(%s('%s'))\"" % (x, x, w)
    if k < 87:
        return "if [ -f %s ]; then grep -c '%s' %s; else echo missing; fi" % (f, w, f)
    if k < 90:
        return "sed -i 's/%s/%s/g' %s && git diff --stat" % (w, x, f)
    if k < 92:
        return rng.choice(("pip install -r requirements.txt", "uv pip install ruff", "npm install", "python3 -m pip install -q httpx"))
    if k < 94:
        return "awk -F, 'NR>1 {s+=$3} END {printf \"%%.2f\\n\", s}' data/%s.csv" % w
    if k < 95.5:
        return "(cd web && npm run build) 2>&1 | tee /tmp/build.log | tail -20"
    if k < 97:
        return "FOO=%s BAR=\"$(date +%%s)\" timeout 120 ./scripts/run.sh --flag=%s 2>/dev/null" % (w, x)
    if k < 97.6:
        return "git commit --no-verify -m '%s'" % subject(rng)
    if k < 98:
        return "git push --force origin main"
    if k < 98.3:
        return "git add .env && git status"
    if k < 98.8:
        return "export TOKEN=%s && ./deploy.sh" % ("ghp_" + "".join(rng.choice("abcdefghijklmnopqrstuvwxyz0123456789") for _ in range(36)))
    return "# check %s first\nset -euo pipefail\nwhile read -r line; do\n  case \"$line\" in\n    %s*) echo \"$line\" ;;\n    *) continue ;;\n  esac\ndone < <(git log --format=%%H | head -5)" % (w, x)


class Writer:
    def __init__(self, path):
        os.makedirs(os.path.dirname(path), exist_ok=True)
        self.path, self.parts, self.size = path, [], 0

    def line(self, obj):
        text = json.dumps(obj, ensure_ascii=False, separators=(",", ":")) + "\n"
        self.parts.append(text)
        self.size += len(text)  # close enough: nearly all ASCII

    def close(self, cut_tail=False):
        data = "".join(self.parts).encode("utf-8")
        if cut_tail:  # a live process: half a last line
            data = data[:-max(2, len(self.parts[-1]) // 2)]
        with open(self.path, "wb") as handle:
            handle.write(data)
        return len(data)


def uid(rng):
    return str(uuid.UUID(int=rng.getrandbits(128), version=4))


def tid(rng, prefix="toolu_01"):
    return prefix + "".join(rng.choice("ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz123456789") for _ in range(22))


class Clock:
    def __init__(self, rng, day):
        self.rng = rng
        self.now = datetime.datetime.combine(day, datetime.time(rng.randint(7, 20), rng.randint(0, 59)))

    def tick(self, lo=1, hi=25):
        self.now += datetime.timedelta(seconds=self.rng.randint(lo, hi), milliseconds=self.rng.randint(0, 999))
        return self.now.strftime("%Y-%m-%dT%H:%M:%S.") + "%03dZ" % (self.now.microsecond // 1000)


def result_size(rng):
    return int(min(50000, max(1000, rng.lognormvariate(8.3, 0.9))))


def claude_session(rng, pools, path, session_id, repo, day, target, agent=None):
    w, clock = Writer(path), Clock(rng, day)
    cwd = "/workspace/%s" % repo
    version, branch = "2.0.%d" % rng.randint(20, 76), rng.choice(("main", "feature/%s" % rng.choice(WORDS)))
    model, parent = rng.choice(MODELS), [None]

    def base(kind, **extra):
        me = uid(rng)
        out = {"parentUuid": parent[0], "isSidechain": bool(agent), "userType": "external", "cwd": cwd,
               "sessionId": session_id, "version": version, "gitBranch": branch}
        if agent:
            out["agentId"] = agent
        out.update({"type": kind})
        out.update(extra)
        out.update({"uuid": me, "timestamp": clock.tick()})
        parent[0] = me
        return out

    def usage():
        return {"input_tokens": rng.randint(1, 20), "cache_creation_input_tokens": rng.randint(100, 9000),
                "cache_read_input_tokens": rng.randint(10000, 160000),
                "cache_creation": {"ephemeral_5m_input_tokens": rng.randint(100, 9000), "ephemeral_1h_input_tokens": 0},
                "output_tokens": rng.randint(5, 1200), "service_tier": "standard"}

    def assistant(mid, block):
        w.line(base("assistant", message={"model": model, "id": mid, "type": "message", "role": "assistant",
                                          "content": [block], "stop_reason": None, "stop_sequence": None,
                                          "usage": usage()}, requestId="req_" + mid[4:]))

    if not agent and rng.random() < .3:
        w.line({"type": "summary", "summary": pools.cut(rng, "prose", 60), "leafUuid": uid(rng)})
    while w.size < target:
        # one user turn
        if rng.random() < .06 and not agent:
            w.line(base("user", message={"role": "user", "content": "<command-name>/%s</command-name>\n<command-message>%s</command-message>\n<command-args></command-args>" % (("clear", "compact", "model")[rng.randrange(3)], "x")}))
        w.line(base("user", message={"role": "user", "content": pools.cut(rng, "prose", rng.randint(30, 900))}))
        if rng.random() < .4:
            w.line({"type": "file-history-snapshot", "messageId": uid(rng), "snapshot": {"messageId": uid(rng), "trackedFileBackups": {}, "timestamp": clock.tick()}, "isSnapshotUpdate": False})
        for _step in range(rng.randint(1, 24)):
            mid = "msg_01" + tid(rng, "")
            if rng.random() < .45:
                assistant(mid, {"type": "thinking", "thinking": pools.cut(rng, "prose", rng.randint(80, 2500)), "signature": pools.cut(rng, "sig", rng.randint(300, 1800))})
            if rng.random() < .5:
                assistant(mid, {"type": "text", "text": pools.cut(rng, "prose", rng.randint(20, 500))})
            for _call in range(1 if rng.random() < .85 else rng.randint(2, 4)):
                use, k = tid(rng), rng.random()
                f = cwd + "/" + rng.choice(FILES)
                extra, text = {}, None
                if k < .46:
                    name, data = "Bash", {"command": command(rng, pools, repo), "description": pools.cut(rng, "prose", 40)}
                    if rng.random() < .1:
                        data["timeout"] = 120000
                    text = pools.cut(rng, "log", result_size(rng) if rng.random() < .7 else rng.randint(0, 900))
                    extra = {"stdout": text, "stderr": "", "interrupted": False, "isImage": False}
                elif k < .68:
                    name, data = "Read", {"file_path": f}
                    body = pools.cut(rng, "code", result_size(rng))
                    text = "\n".join("%6d\u2192%s" % (i, l) for i, l in enumerate(body.split("\n"), 1))
                    extra = {"type": "text", "file": {"filePath": f, "content": body, "numLines": body.count("\n"), "startLine": 1, "totalLines": body.count("\n")}}
                elif k < .80:
                    old, new = pools.cut(rng, "code", rng.randint(60, 1500)), pools.cut(rng, "code", rng.randint(60, 1800))
                    if rng.random() < .004:
                        new += "\nAWS_KEY = '%s'\n" % fake_key(rng)
                    name, data = "Edit", {"file_path": f, "old_string": old, "new_string": new}
                    text = "The file %s has been updated. Here's the result of running `cat -n` on a snippet:\n%s" % (f, new)
                    extra = {"filePath": f, "oldString": old, "newString": new, "originalFile": pools.cut(rng, "code", result_size(rng)), "structuredPatch": [{"oldStart": 1, "oldLines": 3, "newStart": 1, "newLines": 4, "lines": [" " + l for l in new.split("\n")[:8]]}], "userModified": False, "replaceAll": False}
                elif k < .85:
                    body = pools.cut(rng, "code", rng.randint(300, 14000))
                    name, data = "Write", {"file_path": f, "content": body}
                    text = "File created successfully at: %s" % f
                    extra = {"type": "create", "filePath": f, "content": body, "structuredPatch": []}
                elif k < .93:
                    name, data = "Grep", {"pattern": rng.choice(IDENT), "path": cwd + "/src", "output_mode": "content", "-n": True}
                    text = pools.cut(rng, "log", rng.randint(100, 6000))
                    extra = {"mode": "content", "numFiles": 0, "filenames": [], "content": text}
                elif k < .95:
                    name, data = "TodoWrite", {"todos": [{"content": pools.cut(rng, "prose", 50), "status": "pending", "activeForm": "x"} for _ in range(4)]}
                    text = "Todos have been modified successfully."
                elif k < .97:
                    name, data = "Task", {"subagent_type": "general-purpose", "description": "x", "prompt": pools.cut(rng, "prose", 900)}
                    text = [{"type": "text", "text": pools.cut(rng, "prose", rng.randint(400, 5000))}]
                elif k < .985:
                    name, data = "WebSearch", {"query": pools.cut(rng, "prose", 60)}
                    text = pools.cut(rng, "prose", 3000)
                else:
                    name, data = "mcp__github__get_issue", {"owner": "o", "repo": repo, "issue_number": rng.randint(1, 900)}
                    text = [{"type": "text", "text": pools.cut(rng, "prose", 2500)}]
                assistant(mid, {"type": "tool_use", "id": use, "name": name, "input": data})
                if rng.random() < .03:
                    w.line({"type": "progress", "data": {"type": "bash_progress", "output": pools.cut(rng, "log", 300), "elapsedTimeSeconds": 3}, "toolUseID": use, "sessionId": session_id, "timestamp": clock.tick(), "uuid": uid(rng)})
                block = {"tool_use_id": use, "type": "tool_result", "content": text}
                r = rng.random()
                if r < .015:
                    block.update(content="The user doesn't want to proceed with this tool use. The tool use was rejected (eg. if it was a file edit, the new_string was NOT written to the file). STOP what you are doing and wait for the user to tell you how to proceed.", is_error=True)
                    extra = "User rejected tool use"
                elif r < .06 and name == "Bash":
                    block.update(content="Exit code 1\n" + (text or ""), is_error=True)
                    extra = "Error: Exit code 1"
                w.line(base("user", message={"role": "user", "content": [block]}, toolUseResult=extra))
                if w.size >= target:
                    break
            if w.size >= target:
                break
        mid = "msg_01" + tid(rng, "")
        assistant(mid, {"type": "text", "text": pools.cut(rng, "prose", rng.randint(60, 2200))})
        r = rng.random()
        if r < .03:
            w.line(base("system", subtype="compact_boundary", content="Conversation compacted", isMeta=False, level="info", compactMetadata={"trigger": "auto", "preTokens": 155000}))
            w.line(base("user", isVisibleInTranscriptOnly=True, isCompactSummary=True, message={"role": "user", "content": pools.cut(rng, "prose", 6000)}))
        elif r < .05:
            w.line(base("user", message={"role": "user", "content": [{"type": "text", "text": "[Request interrupted by user]"}]}))
        elif r < .08:
            w.line({"type": "queue-operation", "operation": "enqueue", "timestamp": clock.tick(), "content": "x", "sessionId": session_id})
        if r > .985:
            model = rng.choice(MODELS)
    return w.close(cut_tail=rng.random() < .02)


def codex_session(rng, pools, path, session_id, repo, day, target):
    w, clock = Writer(path), Clock(rng, day)
    cwd = "/workspace/%s" % repo
    model = rng.choice(("gpt-5-codex", "gpt-5.1-codex", "gpt-5-codex"))
    w.line({"timestamp": clock.tick(), "type": "session_meta", "payload": {"id": session_id, "timestamp": clock.tick(), "cwd": cwd, "originator": "codex_cli_rs", "cli_version": "0.5%d.0" % rng.randint(0, 9), "instructions": pools.cut(rng, "prose", 3000), "source": "cli", "model_provider": "openai", "git": {"commit_hash": "%040x" % rng.getrandbits(160), "branch": "main"}}})

    def item(payload):
        w.line({"timestamp": clock.tick(), "type": "response_item", "payload": payload})

    item({"type": "message", "role": "user", "content": [{"type": "input_text", "text": "<environment_context>\n  <cwd>%s</cwd>\n</environment_context>" % cwd}]})
    while w.size < target:
        text = pools.cut(rng, "prose", rng.randint(30, 800))
        w.line({"timestamp": clock.tick(), "type": "turn_context", "payload": {"cwd": cwd, "approval_policy": "on-request", "sandbox_policy": {"mode": "workspace-write"}, "model": model, "effort": "high", "summary": "auto"}})
        item({"type": "message", "role": "user", "content": [{"type": "input_text", "text": text}]})
        w.line({"timestamp": clock.tick(), "type": "event_msg", "payload": {"type": "user_message", "message": text, "kind": "plain"}})
        for _ in range(rng.randint(1, 18)):
            item({"type": "reasoning", "summary": [{"type": "summary_text", "text": pools.cut(rng, "prose", 120)}], "content": None, "encrypted_content": pools.cut(rng, "sig", rng.randint(800, 3000))})
            w.line({"timestamp": clock.tick(), "type": "event_msg", "payload": {"type": "token_count", "info": {"total_token_usage": {"input_tokens": rng.randint(1000, 200000), "cached_input_tokens": 0, "output_tokens": 90, "reasoning_output_tokens": 0, "total_tokens": 9}, "model_context_window": 272000}, "rate_limits": {"primary": {"used_percent": 1.0, "window_minutes": 300}}}})
            call = "call_" + tid(rng, "")
            k = rng.random()
            cmd = command(rng, pools, repo)
            if k < .5:
                item({"type": "function_call", "name": "exec_command", "arguments": json.dumps({"cmd": cmd, "workdir": cwd, "yield_time_ms": 1000}), "call_id": call})
            elif k < .8:
                item({"type": "function_call", "name": "shell", "arguments": json.dumps({"command": ["bash", "-lc", cmd], "workdir": cwd, "timeout_ms": 120000}), "call_id": call})
            else:
                patch = "*** Begin Patch\n*** Update File: %s\n@@\n-%s\n+%s\n*** End Patch" % (rng.choice(FILES), pools.cut(rng, "code", 300).replace("\n", "\n-"), pools.cut(rng, "code", 500).replace("\n", "\n+"))
                item({"type": "custom_tool_call", "status": "completed", "call_id": call, "name": "apply_patch", "input": patch})
            out = pools.cut(rng, "log", result_size(rng))
            if k < .5:
                item({"type": "function_call_output", "call_id": call, "output": "Chunk ID: abc123\nWall time: 0.5 seconds\nProcess exited with code 0\nOutput:\n" + out})
            elif k < .8:
                item({"type": "function_call_output", "call_id": call, "output": json.dumps({"output": out, "metadata": {"exit_code": 0, "duration_seconds": 0.3}})})
            else:
                item({"type": "custom_tool_call_output", "call_id": call, "output": json.dumps({"output": "Success. Updated the following files:\nM src/app.py\n", "metadata": {"exit_code": 0}})})
            if w.size >= target:
                break
        text = pools.cut(rng, "prose", rng.randint(60, 1800))
        item({"type": "message", "role": "assistant", "content": [{"type": "output_text", "text": text}]})
        w.line({"timestamp": clock.tick(), "type": "event_msg", "payload": {"type": "agent_message", "message": text}})
    return w.close()


def gemini_session(rng, pools, path, session_id, repo, day, target):
    w, clock = Writer(path), Clock(rng, day)
    w.line({"sessionId": session_id, "projectHash": "%064x" % rng.getrandbits(256), "startTime": clock.tick(), "lastUpdated": clock.tick(), "kind": "main"})
    while w.size < target:
        w.line({"id": uid(rng), "timestamp": clock.tick(), "type": "user", "content": [{"text": pools.cut(rng, "prose", 200)}]})
        for _ in range(rng.randint(1, 10)):
            calls, use = [], "run_shell_command-%d-%x" % (rng.randint(1, 9), rng.getrandbits(40))
            cmd = command(rng, pools, repo)
            calls.append({"id": use, "name": "run_shell_command", "args": {"command": cmd, "description": "x"}, "status": "success", "timestamp": clock.tick(),
                          "result": [{"functionResponse": {"id": use, "name": "run_shell_command", "response": {"output": pools.cut(rng, "log", result_size(rng))}}}]})
            w.line({"id": uid(rng), "timestamp": clock.tick(), "type": "gemini", "content": pools.cut(rng, "prose", 150), "thoughts": [], "tokens": {"input": 100, "output": 20}, "model": "gemini-3-pro", "toolCalls": calls})
    return w.close()


RULES = {
    "CLAUDE.md": "# Project rules\n\nShort notes.\n\n## Testing\n\nRun the tests before you say a change works.\n\n## Hooks\n\nNever skip the pre-commit hooks.\n\n## Pushing\n\nNever force-push to `main`.\n\n## Dependencies\n\nUse `uv`, not `pip`.\n\n## Reading\n\nDo not read a whole file into context.\n\n## Commits\n\nUse Conventional Commits.\n\n## Secrets\n\nNever commit a `.env` file.\n\n## Style\n\nKeep functions short.\n\n## Voice\n\nSay what did not work.\n",
    "house/sudo.md": "---\nrule: sudo\ndetector:\n  id: sudo/sudo-install\n  event: tool_use\n  when:\n    command: {starts_with: [sudo, pip]}\n---\n\n# Sudo\n\nNever sudo pip.\n",
    "house/verify.md": "---\nrule: verify\ndetector:\n  - id: verify/no-test-run\n    event: session\n    when:\n      absent:\n        of: {command: {name: [pytest, tox]}}\n        scope: turn\n  - id: verify/commit-then-push\n    event: session\n    when:\n      order:\n        first: {git: {subcommand: commit}}\n        then: {git: {subcommand: push}}\n        within: 20\n---\n\n# Verify\n\nRun the tests.\n",
    "house/dark.md": "---\nrule: dark\nopt_out: nothing in a transcript shows this\n---\n\n# Dark\n\nThink first.\n",
}


def main(argv=None):
    ap = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ap.add_argument("out")
    ap.add_argument("--sessions", type=int, default=500)
    ap.add_argument("--megabytes", type=float, default=200)
    ap.add_argument("--codex", type=int, default=50)
    ap.add_argument("--gemini", type=int, default=0)
    ap.add_argument("--subagents", type=float, default=.08, help="share of --sessions written as subagent files")
    ap.add_argument("--copies", type=float, default=.02, help="share of sessions also copied under another project")
    ap.add_argument("--seed", type=int, default=7)
    ap.add_argument("--anchor", default="2026-09-20", help="the newest day")
    ap.add_argument("--days", type=int, default=60)
    ap.add_argument("--rules")
    a = ap.parse_args(argv)
    rng = random.Random(a.seed)
    pools = Pools(rng)
    anchor = datetime.date.fromisoformat(a.anchor)
    weights = [rng.lognormvariate(0, 1.15) for _ in range(a.sessions)]
    scale = a.megabytes * 1024 * 1024 / sum(weights)
    total, written, parents = 0, [], []
    for i, weight in enumerate(weights):
        repo = rng.choice(PROJECTS)
        day = anchor - datetime.timedelta(days=rng.randint(0, a.days))
        sid = uid(rng)
        slug = "-workspace-" + repo
        if parents and rng.random() < a.subagents:
            psid, prepo, pday = rng.choice(parents)
            agent = "%08x" % rng.getrandbits(32)
            path = os.path.join(a.out, "claude", "-workspace-" + prepo, psid, "subagents", "agent-%s.jsonl" % agent)
            total += claude_session(rng, pools, path, psid, prepo, pday, weight * scale, agent)
        else:
            path = os.path.join(a.out, "claude", slug, sid + ".jsonl")
            total += claude_session(rng, pools, path, sid, repo, day, weight * scale)
            parents.append((sid, repo, day))
            if rng.random() < a.copies:
                written.append((path, os.path.join(a.out, "claude", slug + "-worktree", sid + ".jsonl")))
    for src, dst in written:
        os.makedirs(os.path.dirname(dst), exist_ok=True)
        with open(src, "rb") as h, open(dst, "wb") as o:
            o.write(h.read())
    extra = 0
    mean = a.megabytes * 1024 * 1024 / max(1, a.sessions)
    for i in range(a.codex):
        day = anchor - datetime.timedelta(days=rng.randint(0, a.days))
        sid = uid(rng)
        path = os.path.join(a.out, "codex", "%04d" % day.year, "%02d" % day.month, "%02d" % day.day, "rollout-%sT10-00-00-%s.jsonl" % (day.isoformat(), sid))
        extra += codex_session(rng, pools, path, sid, rng.choice(PROJECTS), day, mean * rng.lognormvariate(-.5, 1))
    for i in range(a.gemini):
        day = anchor - datetime.timedelta(days=rng.randint(0, a.days))
        repo = rng.choice(PROJECTS)
        base = os.path.join(a.out, "gemini", repo)
        os.makedirs(os.path.join(base, "chats"), exist_ok=True)
        with open(os.path.join(base, ".project_root"), "w") as h:
            h.write("/workspace/" + repo)
        extra += gemini_session(rng, pools, os.path.join(base, "chats", "session-%s-%08x.jsonl" % (day.isoformat(), rng.getrandbits(32))), uid(rng), repo, day, mean * rng.lognormvariate(-.5, 1))
    if a.rules:
        for name, text in RULES.items():
            p = os.path.join(a.rules, name)
            os.makedirs(os.path.dirname(p), exist_ok=True)
            with open(p, "w") as h:
                h.write(text)
    print("claude: %d files (+%d copies), %.1f MiB; codex+gemini: %d files, %.1f MiB" % (a.sessions, len(written), total / 1048576, a.codex + a.gemini, extra / 1048576))


if __name__ == "__main__":
    main()
