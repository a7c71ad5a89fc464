// Tests the message for an email: what was left out can be shown by a tap, if its filter allows.
import { expect, test } from 'vitest'
import { viewed } from '../../../test/render-viewed.ts'
import { loadWords } from '../../foundation/words.ts'
import { defaultLimits } from '../limits.ts'
import { emailContent } from './content.ts'

const mail = (body: string, more = '') =>
  viewed(Buffer.from(`From: Ann <ann@a.example>\r\nSubject: ${more === '' ? 'Hi' : 'Re: Hi'}\r\n${more}\r\n${body}`))
const deliveryId = '018f0000-0000-7000-8000-000000000002'
const content = async (body: string, more = '', extent: 'full' | 'summary' | null = null) =>
  emailContent(loadWords('en'), defaultLimits, { deliveryId, view: await mail(body, more), filterName: 'All', extent })
const quoted = 'Yes.\r\n\r\nOn Tue, 3 Mar 2026 at 10:14, Bo <bo@b.example> wrote:\r\n> Really?\r\n'
const answers = 'In-Reply-To: <1@b.example>\r\n'

test('a short email is a text', async () => {
  expect(await content('Short.')).toMatchObject({ type: 'text' })
})

test.each([
  ['a long email', 'word '.repeat(500), ''],
  ['a reply above the quoted email', quoted, answers],
])('%s can be tapped for more', async (_, body, more) => {
  const made = await content(body, more)
  expect(made).toMatchObject({
    type: 'interactive',
    interactive: { action: { buttons: [{ reply: { id: `show:${deliveryId}`, title: 'More' } }] } },
  })
  expect(JSON.stringify(made)).not.toContain('Really?')
})

test('what the filter hides cannot be requested by a tap', async () => {
  expect(await content('word '.repeat(500), '', 'summary')).toMatchObject({ type: 'text' })
})

test('a text too long for a message with buttons is sent in full, without buttons', async () => {
  expect(await content(`${'word '.repeat(205)}${quoted}`, answers)).toMatchObject({ type: 'text' })
})

test('a header of nothing but markers and long names still fits', async () => {
  const view = await mail('word '.repeat(500))
  const signs = { ...view, subject: '*'.repeat(500), from: [{ name: '_'.repeat(300), address: 'a@a.example' }] }
  const made = emailContent(loadWords('en'), defaultLimits, { deliveryId, view: signs, filterName: '~'.repeat(100) })
  expect(['text', 'interactive']).toContain(made.type)
})
