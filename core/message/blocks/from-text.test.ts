// Plain texts as a phone should show them: lines that a program broke are one again, armour is gone.
import { expect, test } from 'vitest'
import { blocksOfText } from './from-text.ts'
import { lineText } from './shapes.ts'

const about = { subject: '', headers: [], from: [] }
const lines = (text: string) => blocksOfText(text, about).map(block => block.lines.map(lineText))

test('lines that were broken to fit are one again, also where they were broken a little early', () => {
  const broken =
    'Using a Mac and music software of today, musicians are finding\nthat they can create, record, and master their songs without\nthe need to pay for expensive studio time. Deck, our Pick of\nthe Week, offers a multitrack audio workstation that can take'
  expect(lines(broken)).toEqual([[broken.replaceAll('\n', ' ')]])
})

test('lines that end where their writer meant it stay apart', () => {
  const meant = 'The box came.\nI opened it.\nAll was in it.'
  expect(lines(meant)).toEqual([['The box came.', 'I opened it.', 'All was in it.']])
  const titles = 'A long title of something that is for sale here today\nAnother long title of something else that is for sale'
  expect(lines(titles)[0]).toHaveLength(2)
})

test('a signed text stands without its armour, and a sign of quotation alone is nothing', () => {
  const signed = '-----BEGIN PGP SIGNED MESSAGE-----\nHash: SHA256\n\nHello\n|\nWorld\n- - a dash\n'
  expect(lines(signed)).toEqual([['Hello'], ['World'], ['a dash']])
})
