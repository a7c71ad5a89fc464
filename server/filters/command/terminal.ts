// Asks a question on the terminal; a secret is not echoed.
import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'

export async function askOnTerminal(question: string, isSecret: boolean): Promise<string> {
  process.stderr.write(question)
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() })
  const terminal = createInterface({ input: process.stdin, output: isSecret ? silent : process.stderr, terminal: process.stdin.isTTY })
  try {
    return (await terminal.question('')).trim()
  } finally {
    terminal.close()
    if (isSecret) process.stderr.write('\n')
  }
}
