// The plan of a long run, its note, and its report; the run itself is a command.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { type Measured, nothingMeasured } from './faults.ts'
import { nothingFound, openProgress } from './progress.ts'
import { report, withMore } from './report.ts'
import { faultKinds, planRounds } from './rounds.ts'

const faults = (kills: number, seed: number) => planRounds(kills, seed).map(round => round.fault)

test('a seed stands for one plan, in which every fault comes', () => {
  expect(faults(200, 1)).toEqual(faults(200, 1))
  expect(faults(200, 1)).not.toEqual(faults(200, 2))
  for (const kills of [20, 200, 1000]) {
    expect(faults(kills, 3)).toHaveLength(kills)
    expect(new Set(faults(kills, 3).filter(Boolean))).toEqual(new Set(faultKinds))
  }
  expect(faults(1000, 1).filter(fault => fault === 'database_kill')).toHaveLength(50)
})

test('each life has its own chance, so that it is the same when a run goes on in the middle', () => {
  const [one, other] = [planRounds(50, 5), planRounds(50, 5)]
  for (const round of other.slice(0, 30)) round.chance()
  expect(one[30]?.chance()).toBe(other[30]?.chance())
})

test('a run that broke off goes on from its note, and from none after one that cannot be read', () => {
  const folder = mkdtempSync(join(tmpdir(), 'mailferry-note-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'note.json')
  const note = { kill: 50, found: { ...nothingFound(), mails: 7 }, measured: nothingMeasured() }
  openProgress(file, nothingMeasured()).write(note)
  expect(openProgress(file, nothingMeasured()).read()).toEqual(note)
  writeFileSync(file, '{"kill": 5')
  expect(openProgress(file, nothingMeasured()).read().kill).toBe(0)
  openProgress(file, nothingMeasured()).remove()
  expect(openProgress(file, nothingMeasured()).read()).toEqual(openProgress(null, nothingMeasured()).read())
})

test('what several worlds showed is added up and told in lines', () => {
  const hole = { mailbox: 'a', foundMs: 50_000, mendedMs: 2000, falseProofMs: 0 }
  const one: Measured = { ...nothingMeasured(), counts: { kill: 2, hole: 1 }, holes: [hole, { ...hole, mendedMs: 4000 }] }
  const other: Measured = { ...nothingMeasured(), counts: { kill: 3, reset: 1 }, holes: [{ ...hole, foundMs: null }] }
  expect(withMore({ ...nothingFound(), lost: 1 }, { ...nothingFound(), lost: 2, sentences: ['x'] })).toMatchObject({
    lost: 3,
    sentences: ['x'],
  })
  const lines = report(withMore(one, other))
  expect(lines[0]).toBe('faults: kill=5 hole=1 reset=1')
  expect(lines[1]).toBe('silent connections: found n=3 p50=50.0 s max=never; mended after the network was well n=3 p50=2.0 s max=4.0 s')
  expect(lines[2]).toMatch(/n=0 p50=- max=-$/)
})
