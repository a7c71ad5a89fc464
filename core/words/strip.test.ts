// What the sandbox strip says of each stand-in.
import { compileMessage } from '@lingui/message-utils/compileMessage'
import { expect, test } from 'vitest'
import ui from './en/ui.json' with { type: 'json' }
import { sandboxStrip } from './strip.ts'
import { openWords } from './words.ts'

const t = openWords('en', { ui }, compileMessage).of('ui')
const said = (...standIns: string[]) => sandboxStrip(t, standIns).replace(/<[^>]+>/g, '')

test('the strip says where messages and mails stay, with a way to each', () => {
  expect(said('mail', 'whatsapp')).toBe('Sandbox: messages go to a pretend phone · mails of ours stay in the outbox.')
  const html = sandboxStrip(t, ['mail', 'whatsapp'])
  expect([...html.matchAll(/href="([^"]+)"/g)].map(found => found[1])).toEqual(['/sandbox/phone', '/sandbox/outbox'])
})

test('only what a stand-in plays is named, and without any there is no strip', () => {
  expect(said('whatsapp')).toBe('Sandbox: messages go to a pretend phone.')
  expect(said('provider')).toBe('Sandbox: signing in with a pretend provider.')
  expect(said('mail')).toBe('Sandbox: mails of ours stay in the outbox.')
  expect(sandboxStrip(t, ['<b>'])).toContain('&#60;b&#62; is played by a stand-in')
  expect(sandboxStrip(t, [])).toBe('')
})

test('a warning stands after the sentence', () => {
  expect(sandboxStrip(t, ['mail'], 'Beware & close it.')).toContain('<b>Beware &#38; close it.</b></aside>')
})
