// Tests the question for the newest version against a stand-in, and what the doctor makes of the answer.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, expect, test } from 'vitest'
import { readConfig } from '../../../foundation/config.ts'
import { openOutside } from '../../../foundation/outside.ts'
import { version } from '../../../foundation/version.ts'
import { loadWords } from '../../../foundation/words.ts'
import { runChecks } from '../examine.ts'
import { judgeVersion } from '../judge/version.ts'
import { formatLine, toReportLine } from '../report.ts'
import { serviceSteps } from '../steps.ts'

let answer = { status: 200, body: '' }
const asked: { url: string | undefined; headers: Record<string, unknown> }[] = []
const standIn = createServer((request, response) => {
  asked.push({ url: request.url, headers: request.headers })
  response.writeHead(answer.status, { 'content-type': 'application/json' }).end(answer.body)
})
await new Promise<void>(done => standIn.listen(0, '127.0.0.1', done))
afterAll(() => standIn.close())
const host = `127.0.0.1:${(standIn.address() as AddressInfo).port}`

async function look(url: string, allow = [host]): Promise<string[]> {
  const config = readConfig({ UPDATE_CHECK_URL: url })
  const deps = { config, problems: [], outside: openOutside({ allow, loopback: false }), db: null, dns: null, now: () => new Date() }
  const steps = serviceSteps.filter(({ check }) => check === 'version')
  const findings = await Array.fromAsync(runChecks(deps, steps))
  return findings.map(finding => formatLine(toReportLine(finding, loadWords().of('doctor'), config)))
}

test('nobody is asked and nothing is found where no address is named', async () => {
  expect(await look('')).toEqual([])
  expect(asked).toEqual([])
})

test.each([
  ['ours', { version: '999.1.0' }],
  ['that of a release on GitHub', { tag_name: 'v999.1.0', html_url: 'https://example.com', draft: false }],
])('a newer version is told, with what to do; the answer is %s', async (_, body) => {
  answer = { status: 200, body: JSON.stringify(body) }
  expect(await look(`http://${host}/latest`)).toEqual([
    `! Version: Version 999.1.0 is available. This is ${version}. → Read its release notes, then run mailferry upgrade from the new release.`,
  ])
  const { url, headers } = asked.at(-1) ?? {}
  expect([url, headers?.['user-agent'], JSON.stringify(headers).includes(version)]).toEqual(['/latest', 'mailferry', false])
})

test('the same version is fine', async () => {
  answer = { status: 200, body: JSON.stringify({ version }) }
  expect(await look(`http://${host}/`)).toEqual([`✓ Version: ${version} is the newest version.`])
})

test.each([
  ['garbage', { status: 200, body: '<html>' }, 'its answer names no version'],
  ['a version that is none', { status: 200, body: '{"version":"<script>"}' }, 'its answer names no version'],
  ['an error', { status: 500, body: '{"version":"999.1.0"}' }, 'it answered 500'],
])('%s is told as such', async (_, given, why) => {
  answer = given
  expect(await look(`http://${host}/`)).toEqual([expect.stringContaining(`We couldn’t check for a newer version: ${why}.`)])
})

test('an address inside the network is not connected to unless the operator allows it', async () => {
  const before = asked.length
  expect(await look(`http://${host}/`, [])).toEqual([expect.stringContaining('We couldn’t check for a newer version')])
  expect(asked).toHaveLength(before)
})

test.each([
  ['0.2.0', '0.1.9', true],
  ['0.1.10', '0.1.9', true],
  ['1.0.0', '0.9.0', true],
  ['0.1.0', '0.1.0-rc', true],
  ['0.1.0-rc', '0.1.0', false],
  ['0.1.0', '0.2.0', false],
  ['0.1.0+build', '0.1.0', false],
])('%s beside our %s: newer is %s', (newest, own, isNewer) => {
  expect(judgeVersion(own, { version: newest }).found).toBe(isNewer ? 'version.newer' : 'version.ok')
})
