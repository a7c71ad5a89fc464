// Runs the system's PostgreSQL for the tests, in its own folder on a free port.
import { spawn, spawnSync } from 'node:child_process'
import { randomBytes, randomInt } from 'node:crypto'
import { once } from 'node:events'
import { chownSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/** Returns its URL, version and `stop()`. PostgreSQL refuses to run as root, so root runs it as nobody. */
export async function startSystemPostgres(programs, folder) {
  const owner = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {}
  const spawnOptions = { ...owner, cwd: folder, env: { LC_ALL: 'C', TZ: 'UTC' } }
  const data = join(folder, 'system-postgres')
  const password = initializeCluster(programs, data, owner, spawnOptions)
  const port = await freePort()
  const settings = [`port=${port}`, 'listen_addresses=127.0.0.1', 'unix_socket_directories=', 'max_connections=200']
  const fastSettings = ['fsync=off', 'full_page_writes=off', 'synchronous_commit=off', 'autovacuum=off', 'jit=off', 'max_wal_size=8GB']
  const server = spawn(`${programs}/postgres`, ['-D', data, ...[...settings, ...fastSettings].flatMap(s => ['-c', s])], {
    ...spawnOptions,
    stdio: 'ignore',
  })
  const exited = once(server, 'exit')
  process.on('exit', () => server.kill('SIGINT'))
  await untilReady(server, join(data, 'postmaster.pid'))
  const stop = async () => {
    server.kill('SIGINT')
    await exited
  }
  return {
    url: `postgres://mailferry:${password}@127.0.0.1:${port}/postgres`,
    version: readFileSync(join(data, 'PG_VERSION'), 'utf8').trim(),
    stop,
  }
}

/** Below the ports that the kernel deals out (from 32768): any connection of a test beside us could take one of those meanwhile. */
export async function freePort() {
  for (;;) {
    const port = randomInt(10_240, 32_768)
    if (await isFree(port)) return port
  }
}

function isFree(port) {
  return new Promise(answer => {
    const probe = createServer().once('error', () => answer(false))
    probe.listen(port, '127.0.0.1', () => probe.close(() => answer(true)))
  })
}

function initializeCluster(programs, data, owner, spawnOptions) {
  const password = randomBytes(18).toString('base64url')
  const passwordFile = `${data}-password`
  mkdirSync(data, { mode: 0o700 })
  writeFileSync(passwordFile, password, { mode: 0o600 })
  if (owner.uid) for (const path of [data, passwordFile]) chownSync(path, owner.uid, owner.gid)
  const access = ['-U', 'mailferry', '-A', 'scram-sha-256', '--pwfile', passwordFile]
  const initdb = spawnSync(`${programs}/initdb`, ['-D', data, ...access, '-E', 'UTF8', '--locale=C.UTF-8', '--no-sync'], spawnOptions)
  if (initdb.status !== 0) throw new Error(`initdb failed: ${initdb.error?.message ?? initdb.stderr}`)
  return password
}

async function untilReady(server, pidFile) {
  for (let i = 0; i < 600 && server.exitCode === null; i++) {
    if (readIfExists(pidFile).split('\n')[7]?.trim() === 'ready') return
    await sleep(50)
  }
  server.kill('SIGINT')
  throw new Error("The system's PostgreSQL did not start.")
}

function readIfExists(file) {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}
