// Checks that every language has every text, with the same values and all its plural forms.
import { readdirSync, readFileSync } from 'node:fs'
import { compileMessage } from '@lingui/message-utils/compileMessage'
import { describe, expect, test } from 'vitest'
import { z } from 'zod/mini'
import { englishCatalogs, languages } from '../core/words/languages.ts'

const Texts = z.record(z.string(), z.string())
const textsOf = (language: string, catalog: string) =>
  Texts.parse(JSON.parse(readFileSync(new URL(`../core/words/${language}/${catalog}.json`, import.meta.url), 'utf8')))

const roomsOf = (language: string) =>
  readdirSync(new URL(`../core/words/${language}/`, import.meta.url))
    .filter(file => file.endsWith('.json'))
    .map(file => file.slice(0, -'.json'.length))
    .filter(catalog => !englishCatalogs.includes(catalog))

interface Found {
  values: Set<string>
  /** The forms of each plural, whatever value it counts. */
  plurals: string[][]
}

function readMessage(tokens: unknown, found: Found = { values: new Set(), plurals: [] }): Found {
  if (!Array.isArray(tokens)) return found
  for (const token of tokens) {
    if (!Array.isArray(token)) continue
    const [name, kind, forms] = token as [unknown, unknown, unknown]
    found.values.add(String(name))
    if (typeof forms !== 'object' || forms === null) continue
    // One that only tells none from some says no number.
    if (kind === 'plural' && JSON.stringify(forms).includes('"#"'))
      found.plurals.push(Object.keys(forms).filter(form => !/^(=?\d+|offset)$/.test(form)))
    for (const form of Object.values(forms)) readMessage(form, found)
  }
  return found
}

/** The forms that whole numbers up to a thousand take. */
function formsOf(language: string): string[] {
  const rules = new Intl.PluralRules(language)
  return [...new Set(Array.from({ length: 1000 }, (_, n) => rules.select(n)))]
}

describe.each(languages.filter(language => language !== 'en'))('%s', language => {
  test('every catalog that is not English on purpose is there', () => {
    expect(roomsOf(language).toSorted()).toEqual(roomsOf('en').toSorted())
  })

  test.each(roomsOf('en'))('the words of %s are all there, and none that is not', catalog => {
    expect(Object.keys(textsOf(language, catalog))).toEqual(Object.keys(textsOf('en', catalog)))
  })

  test.each(roomsOf('en'))('the words of %s take the same values, and count as the language counts', catalog => {
    const english = textsOf('en', catalog)
    for (const [key, text] of Object.entries(textsOf(language, catalog))) {
      const found = readMessage(compileMessage(text))
      expect([key, [...found.values].toSorted()]).toEqual([key, [...readMessage(compileMessage(english[key] ?? '')).values].toSorted()])
      for (const forms of found.plurals) expect([key, forms]).toEqual([key, expect.arrayContaining(formsOf(language))])
    }
  })
})
