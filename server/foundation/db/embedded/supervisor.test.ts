// PostgreSQL under our supervisor, through every way in which a start can go wrong.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, expect, test, vi } from 'vitest'
import { findEmbedded, startEmbedded } from './supervisor.ts'

const isRoot = process.getuid?.() === 0
const home = realpathSync(mkdtempSync(join(tmpdir(), 'mailferry-supervisor-')))
chmodSync(home, 0o755)
const data = join(home, 'data')
const lines: string[] = []
const log = { info: (line: string) => void lines.push(line), warn: (line: string) => void lines.push(line) }
const start = (folder = data) => startEmbedded(folder, log, { apart: join(home, 'apart') })

afterAll(() => rmSync(home, { recursive: true, force: true }))

async function ask(url: string, statement: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => undefined)
  await client.connect()
  const { rows } = await client.query<unknown[]>({ text: statement, rowMode: 'array' })
  await client.end()
  return rows.flat()
}

/** Starts the database in a process of its own, writes one row, and kills that process as `kill -9` does. */
async function startAndBeKilled(row: number): Promise<void> {
  const program = `
    import pg from 'pg'
    import { startEmbedded } from ${JSON.stringify(join(import.meta.dirname, 'supervisor.ts'))}
    const { url } = await startEmbedded(${JSON.stringify(data)}, console)
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    await client.query('create table if not exists kept (n integer)')
    await client.query('insert into kept values (${row})')
    process.kill(process.pid, 'SIGKILL')`
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], { stdio: 'inherit', cwd: import.meta.dirname })
  const [, signal] = await once(child, 'exit')
  expect(signal).toBe('SIGKILL')
}

const postmasterPid = () => Number(readFileSync(join(data, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0])

test('an initdb that was cut short is begun again, and the database listens on loopback behind a password', async () => {
  mkdirSync(join(data, 'postgres.part'), { recursive: true })
  writeFileSync(join(data, 'postgres.part', 'PG_VERSION'), '18\n')
  const database = await start()
  expect(database.adopted).toBe(false)
  expect(await ask(database.url, 'show listen_addresses')).toEqual(['127.0.0.1'])
  expect(await ask(database.url, 'show unix_socket_directories')).toEqual([''])
  expect(await ask(database.url, `select lower('ÄÉ')`)).toEqual(['äé'])
  const wrong = new URL(database.url)
  wrong.password = 'password'
  await expect(ask(wrong.href, 'select 1')).rejects.toThrow('password authentication failed')
  expect(statSync(join(data, 'postgres-password')).mode & 0o777).toBe(0o600)
  await database.stop()
  expect(existsSync(join(data, 'postgres', 'postmaster.pid'))).toBe(false)
})

test('a process killed with -9 leaves PostgreSQL running; the next start adopts it with every row', async () => {
  await startAndBeKilled(1)
  const left = postmasterPid()
  const database = await start()
  expect(database.adopted).toBe(true)
  expect(postmasterPid()).toBe(left)
  expect(await ask(database.url, 'select n from kept')).toEqual([1])
  await database.stop()
})

test('when PostgreSQL itself was killed too, the next start recovers every row', async () => {
  await startAndBeKilled(2)
  process.kill(postmasterPid(), 'SIGKILL')
  const database = await start()
  expect(database.adopted).toBe(false)
  expect(await ask(database.url, 'select n from kept order by n')).toEqual([1, 2])
  await database.stop()
})

test('PostgreSQL that is killed while we run comes back by itself, at the same address and with every row', async () => {
  const database = await start()
  const killed = postmasterPid()
  process.kill(killed, 'SIGKILL')
  await vi.waitFor(() => ask(database.url, 'select 1'), { timeout: 20_000, interval: 100 })
  expect(await ask(database.url, 'select n from kept order by n')).toEqual([1, 2])
  expect(postmasterPid()).not.toBe(killed)
  await database.stop()
  expect(existsSync(join(data, 'postgres', 'postmaster.pid'))).toBe(false)
})

test('a pid file that names a later process of another program does not stop a start, nor is that process harmed', async () => {
  const other = spawn('sleep', ['60'], isRoot ? { uid: 65534, gid: 65534 } : {})
  await once(other, 'spawn')
  writeFileSync(join(data, 'postgres', 'postmaster.pid'), `${other.pid}\n${join(data, 'postgres')}\n1\n5432\n\n127.0.0.1\n\nready\n`)
  const database = await start()
  expect(database.adopted).toBe(false)
  await database.stop()
  expect(other.exitCode ?? other.signalCode).toBeNull()
  other.kill('SIGKILL')
})

test('while one process holds the folder a second is refused, and a command finds its database', async () => {
  const database = await start()
  const program = `
    import { findEmbedded, startEmbedded } from ${JSON.stringify(join(import.meta.dirname, 'supervisor.ts'))}
    console.log(await findEmbedded(${JSON.stringify(data)}))
    await startEmbedded(${JSON.stringify(data)}, console).catch(error => console.log(error.message))`
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], { stdio: ['ignore', 'pipe', 'inherit'] })
  let said = ''
  child.stdout.on('data', chunk => {
    said += String(chunk)
  })
  await once(child, 'close')
  expect(said.split('\n')[0]).toBe(database.url)
  expect(said).toContain(`The data folder ${data} is in use by process ${process.pid}. Stop it, or`)
  await database.stop()
  expect(await findEmbedded(data)).toBeUndefined()
})

test('a data folder that others cannot enter works too; as root its database lies apart and the log says so', async () => {
  const closed = join(home, 'closed')
  mkdirSync(closed, { mode: 0o700 })
  lines.length = 0
  const database = await start(join(closed, 'data'))
  expect(await ask(database.url, 'select 1')).toEqual([1])
  expect(existsSync(join(closed, 'data', 'postgres'))).toBe(!isRoot)
  expect(lines.some(line => line.includes(`the database lies in ${join(home, 'apart')}`))).toBe(isRoot)
  await database.stop()
})

test('a cluster of another major version and one without its password are refused with what to do', async () => {
  const password = join(data, 'postgres-password')
  renameSync(password, `${password}.away`)
  await expect(start()).rejects.toThrow(`the file ${password} is gone. Put the data folder back`)
  renameSync(`${password}.away`, password)
  writeFileSync(join(data, 'postgres', 'PG_VERSION'), '17\n')
  await expect(start()).rejects.toThrow(/made by PostgreSQL 17, .* brings PostgreSQL 18\. Run "npm run backup -- FILE"/)
  rmSync(join(data, 'postgres', 'PG_VERSION'))
  await expect(start()).rejects.toThrow('is not a database that this user can open')
  expect(existsSync(join(data, 'postgres', 'base'))).toBe(true)
  expect(existsSync(join(data, 'mailferry.lock'))).toBe(false)
})
