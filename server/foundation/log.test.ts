// Tests how errors are logged.
import { expect, test } from 'vitest'
import { openLog } from './log.ts'

test('an error is logged with its message and stack, never with a row or email that it quotes', () => {
  const lines: string[] = []
  const log = openLog('info', { write: line => void lines.push(line) })
  const cause = Object.assign(new Error('broken'), { where: 'JSON data, line 1: secret words' })
  const error = Object.assign(new Error('refused', { cause }), { detail: 'Key (email)=(anna@example.com) already exists.' })
  log.error({ err: error }, 'a request failed')
  log.error({ err: { response: 'secret words' } }, 'a request failed')
  expect(lines[0]).toContain('"message":"refused')
  expect(lines[0]).toContain('log.test.ts')
  expect(lines.join()).not.toMatch(/anna|secret words/)
})
