// The lock of a data folder.
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { lockDataFolder, whoHolds } from './lock.ts'
import { startOf } from './process.ts'

function folder(): string {
  const made = mkdtempSync(join(tmpdir(), 'mailferry-lock-'))
  onTestFinished(() => rmSync(made, { recursive: true, force: true }))
  return made
}

async function otherProcess(): Promise<number> {
  const child = spawn(process.execPath, ['-e', 'setTimeout(() => {}, 60000)'])
  onTestFinished(() => void child.kill('SIGKILL'))
  await once(child, 'spawn')
  return child.pid ?? 0
}

test('a folder that a living process holds is refused with what to do', async () => {
  const data = folder()
  const pid = await otherProcess()
  writeFileSync(join(data, 'mailferry.lock'), `${pid} ${startOf(pid)}\n`)
  expect(whoHolds(data)).toBe(pid)
  expect(() => lockDataFolder(data)).toThrow(new RegExp(`in use by process ${pid}\\. Stop it, .*PORT=.*SMTP_PORT=.*DATA_DIR=`))
  expect(readFileSync(join(data, 'mailferry.lock'), 'utf8')).toContain(String(pid))
})

test('the check before a start says the same, and leaves a free folder free', async () => {
  const data = folder()
  const check = () => spawnSync(process.execPath, [join(import.meta.dirname, 'check-lock.ts'), data], { encoding: 'utf8' })
  expect(check().status).toBe(0)
  expect(existsSync(join(data, 'mailferry.lock'))).toBe(false)
  const pid = await otherProcess()
  writeFileSync(join(data, 'mailferry.lock'), `${pid} ${startOf(pid)}\n`)
  expect(check()).toMatchObject({ status: 1, stderr: expect.stringContaining(`in use by process ${pid}.`) })
})

test('a lock whose pid was given to a later process is taken over', async () => {
  const data = folder()
  writeFileSync(join(data, 'mailferry.lock'), `${await otherProcess()} 1\n`)
  expect(whoHolds(data)).toBeUndefined()
  lockDataFolder(data)
  expect(whoHolds(data)).toBe(process.pid)
})

test('a lock whose process is gone is taken over, and given back', async () => {
  const data = folder()
  const pid = await otherProcess()
  const start = startOf(pid)
  process.kill(pid, 'SIGKILL')
  writeFileSync(join(data, 'mailferry.lock'), `${pid} ${start}\n`)
  await expect.poll(() => whoHolds(data)).toBeUndefined()
  lockDataFolder(data)()
  expect(existsSync(join(data, 'mailferry.lock'))).toBe(false)
})
