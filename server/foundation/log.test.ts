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

test('an error of PostgreSQL is logged by its code and place, one of JSON without the text that it quotes', () => {
  const lines: string[] = []
  const log = openLog('info', { write: line => void lines.push(line) })
  const text = 'invalid input syntax for type uuid: "anna@example.com said secret words"'
  log.error({ err: Object.assign(new Error(text), { severity: 'ERROR', code: '22P02', table: 'messages', column: 'id' }) }, 'failed')
  try {
    JSON.parse('{"secret words of anna": x}')
  } catch (error) {
    log.error({ err: error }, 'failed')
  }
  expect(lines[0]).toContain('"message":"22P02 messages id"')
  expect(lines[1]).toContain('SyntaxError')
  for (const line of lines) expect(line).toContain('log.test.ts')
  expect(lines.join()).not.toMatch(/anna|secret words/)
})
