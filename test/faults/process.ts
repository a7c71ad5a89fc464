// Starts one of our programs as a separate process that can be killed at any moment.
import { type ChildProcess, spawn } from 'node:child_process'
import { appendFileSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..', '..')

export interface Running {
  pid: number | undefined
  /** Resolves with the rest of the first line that begins with the awaited word. */
  ready: Promise<string>
  kill(): Promise<void>
  stop(): Promise<void>
  /** Whether it has ended for any reason. */
  hasEnded(): boolean
}

/** Starts a file on this Node; it is ready when it prints a line that begins with `word`. Its output goes to `logFile`. */
export function start(
  file: string,
  word: string,
  env: Record<string, string>,
  logFile: string,
  timeoutMs = 180_000,
  onOutput: (line: string) => void = () => undefined,
): Running {
  const child = spawn(process.execPath, [join(root, file)], {
    cwd: root,
    env: { ...bare(), ...env },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  child.stderr?.on('data', data => appendFileSync(logFile, data))
  const gone = new Promise<void>(done => child.once('exit', () => done()))
  const end = (signal: 'SIGKILL' | 'SIGTERM') => async () => {
    child.kill(signal)
    await gone
  }
  const ready = new Promise<string>((done, fail) => {
    const late = setTimeout(() => fail(new Error(`${file} said nothing in ${timeoutMs} ms:\n${endOf(logFile)}`)), timeoutMs)
    void gone.then(() => {
      clearTimeout(late)
      fail(new Error(`${file} ended before it was ready:\n${endOf(logFile)}`))
    })
    onLine(child, line => {
      appendFileSync(logFile, `${line}\n`)
      onOutput(line)
      if (!line.startsWith(word)) return
      clearTimeout(late)
      done(line.slice(word.length).trim())
    })
  })
  // A process that is killed early is no unhandled error; whoever awaits `ready` still gets it.
  ready.catch(() => undefined)
  return {
    pid: child.pid,
    ready,
    kill: end('SIGKILL'),
    stop: end('SIGTERM'),
    hasEnded: () => child.exitCode !== null || child.signalCode !== null,
  }
}

/**
 * Keeps this machine's settings away from the tested program. What Node compiles is shared by all of them: a server that
 * lives for a second and is killed keeps nothing itself.
 */
export const bare = (): Record<string, string> => ({
  PATH: process.env['PATH'] ?? '',
  HOME: process.env['HOME'] ?? '',
  NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] ?? join(root, 'node_modules', '.cache', 'node'),
})

function endOf(file: string): string {
  try {
    return readFileSync(file, 'utf8').slice(-2000)
  } catch {
    return ''
  }
}

function onLine(child: ChildProcess, onText: (line: string) => void): void {
  let rest = ''
  child.stdout?.on('data', data => {
    const lines = `${rest}${data}`.split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) onText(line)
  })
}
