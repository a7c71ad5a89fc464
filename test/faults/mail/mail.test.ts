// Tests the plan of a long run, its saved progress and its report; the run itself is a command.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { type Measured, noMeasurements } from './faults.ts'
import { noFindings, openProgress } from './progress.ts'
import { report, withMore } from './report.ts'
import { faultKinds, planRounds } from './rounds.ts'

const faults = (kills: number, seed: number) => planRounds(kills, seed).map(round => round.fault)

test('a seed determines the plan, which includes every fault', () => {
  expect(faults(200, 1)).toEqual(faults(200, 1))
  expect(faults(200, 1)).not.toEqual(faults(200, 2))
  for (const kills of [20, 200, 1000]) {
    expect(faults(kills, 3)).toHaveLength(kills)
    expect(new Set(faults(kills, 3).filter(Boolean))).toEqual(new Set(faultKinds))
  }
  expect(faults(1000, 1).filter(fault => fault === 'database_kill')).toHaveLength(50)
})

test('each life has its own random numbers, so that a resumed run is the same', () => {
  const [one, other] = [planRounds(50, 5), planRounds(50, 5)]
  for (const round of other.slice(0, 30)) round.chance()
  expect(one[30]?.chance()).toBe(other[30]?.chance())
})

test('an interrupted run resumes from its saved progress, and starts over if that is unreadable', () => {
  const folder = mkdtempSync(join(tmpdir(), 'mailferry-note-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'note.json')
  const note = { kill: 50, found: { ...noFindings(), mails: 7 }, measured: noMeasurements() }
  openProgress(file, noMeasurements()).write(note)
  expect(openProgress(file, noMeasurements()).read()).toEqual(note)
  writeFileSync(file, '{"kill": 5')
  expect(openProgress(file, noMeasurements()).read().kill).toBe(0)
  openProgress(file, noMeasurements()).remove()
  expect(openProgress(file, noMeasurements()).read()).toEqual(openProgress(null, noMeasurements()).read())
})

test('the results of several worlds are added up and printed', () => {
  const hole = { mailbox: 'a', foundMs: 50_000, mendedMs: 2000, falseProofMs: 0 }
  const one: Measured = { ...noMeasurements(), counts: { kill: 2, hole: 1 }, holes: [hole, { ...hole, mendedMs: 4000 }] }
  const other: Measured = { ...noMeasurements(), counts: { kill: 3, reset: 1 }, holes: [{ ...hole, foundMs: null }] }
  expect(withMore({ ...noFindings(), lost: 1 }, { ...noFindings(), lost: 2, sentences: ['x'] })).toMatchObject({
    lost: 3,
    sentences: ['x'],
  })
  const lines = report(withMore(one, other))
  expect(lines[0]).toBe('faults: kill=5 hole=1 reset=1')
  expect(lines[1]).toBe('silent connections: found n=3 p50=50.0 s max=never; mended after the network was well n=3 p50=2.0 s max=4.0 s')
  expect(lines[2]).toMatch(/n=0 p50=- max=-$/)
})
