// Stops and starts the server, however it is run: as a systemd service, by commands of the operator, or as a process.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const stopMs = 60_000

/** `start(folder)` runs the version in that folder, and returns whether it has exited since; both reject with a sentence. */
export function openService({ service, stop, start, dataDir, env }) {
  if (stop && start) return byCommands(stop, start, env)
  const unit = service ?? (isActive('mailferry') ? 'mailferry' : undefined)
  return unit ? byCommands(`systemctl stop ${unit}`, `systemctl start ${unit}`, env) : asProcess(dataDir, env)
}

const isActive = unit => spawnSync('systemctl', ['is-active', '--quiet', unit]).status === 0

function byCommands(stop, start, env) {
  const run = async command => {
    const { status } = spawnSync(command, { shell: true, stdio: ['ignore', 2, 2], env })
    if (status !== 0) throw new Error(`"${command}" failed.`)
  }
  const starting = async () => {
    await run(start)
    return () => false
  }
  return { stop: () => run(stop), start: starting }
}

function asProcess(dataDir, env) {
  return {
    async stop() {
      const pid = readHolder(dataDir)
      if (pid === undefined) return
      process.kill(pid, 'SIGTERM')
      const endAt = Date.now() + stopMs
      while (readHolder(dataDir) === pid) {
        if (Date.now() > endAt) throw new Error(`Process ${pid} has not stopped within ${stopMs / 1000} s.`)
        await sleep(20)
      }
    },
    async start(folder) {
      const log = openSync(join(dataDir, 'mailferry.log'), 'a')
      // A release runs on its own Node: this one may be deleted with the version that it belongs to.
      const isRelease = existsSync(join(folder, 'release.json'))
      const [program, ...parameters] = isRelease
        ? [join(folder, 'bin', 'mailferry'), 'start']
        : [process.execPath, join(folder, 'scripts', 'start.mjs')]
      const child = spawn(program, parameters, { cwd: folder, detached: true, stdio: ['ignore', log, log], env })
      child.unref()
      return () => child.exitCode !== null || child.signalCode !== null
    },
  }
}

/** The process that holds the data folder (server/foundation/db/embedded/lock.ts), while it runs. */
function readHolder(dataDir) {
  const file = join(dataDir, 'mailferry.lock')
  const pid = existsSync(file) ? Number(readFileSync(file, 'utf8').split(' ')[0]) : 0
  if (!pid) return undefined
  try {
    process.kill(pid, 0)
    return pid
  } catch {
    return undefined
  }
}
