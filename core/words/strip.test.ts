// Tests the sandbox banner for each stand-in and language.
import { compileMessage } from '@lingui/message-utils/compileMessage'
import { expect, test } from 'vitest'
import ar from './ar/sandbox.json' with { type: 'json' }
import en from './en/sandbox.json' with { type: 'json' }
import es from './es/sandbox.json' with { type: 'json' }
import { type Language, languages } from './languages.ts'
import { sandboxStrip } from './strip.ts'
import { openWords } from './words.ts'

const catalogs = { en, es, ar }
const wordsIn = (language: Language) => openWords(language, { sandbox: catalogs[language] }, compileMessage).of('sandbox')
const strips = (standIns: string[], isOpen = false) => sandboxStrip(wordsIn, standIns, isOpen).split(/(?<=<\/aside>)/)
const said = (...standIns: string[]) => strips(standIns)[0]?.replace(/<[^>]+>/g, '')

test('the strip says where messages and mails stay, with a way to each', () => {
  expect(said('mail', 'whatsapp')).toBe('Sandbox: a simulated phone · our emails in the outbox.')
  for (const html of strips(['mail', 'whatsapp']))
    expect([...html.matchAll(/href="([^"]+)"/g)].map(found => found[1])).toEqual(['/sandbox/phone', '/sandbox/outbox'])
})

test('it is there once in each language, written from the side that language is', () => {
  const heads = strips(['mail']).map(html => /lang="(\w+)" dir="(\w+)" aria-label="([^"]+)"/.exec(html)?.slice(1))
  expect(heads).toEqual(languages.map(language => [language, language === 'ar' ? 'rtl' : 'ltr', wordsIn(language)('strip.label')]))
})

test('only what a stand-in plays is named, and without any there is no strip', () => {
  expect(said('whatsapp')).toBe('Sandbox: a simulated phone.')
  expect(said('provider')).toBe('Sandbox: a test sign-in provider.')
  expect(said('mail')).toBe('Sandbox: our emails in the outbox.')
  expect(said('stripe')).toBe('Sandbox: test payments.')
  expect(sandboxStrip(wordsIn, ['<b>'])).toContain('simulated &#60;b&#62;')
  expect(sandboxStrip(wordsIn, [])).toBe('')
})

test('that other machines reach us stands after the sentence', () => {
  for (const html of strips(['mail'])) expect(html).not.toContain('<b>')
  expect(strips(['mail'], true)[0]).toContain(
    '<b>Other machines can reach it: reset HOST, or use MODE=production.</b></aside>',
  )
})
