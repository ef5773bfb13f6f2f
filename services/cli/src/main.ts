#!/usr/bin/env node
import { runCommand } from './command.ts';

process.exitCode = await runCommand({
  args: process.argv.slice(2),
  env: process.env,
  out: (text) => void process.stdout.write(text),
  err: (text) => void process.stderr.write(text),
});
