// Tests that only one copy of the sandbox banner is visible, although each language has its own.
import { expect, test } from 'vitest'
import '../styles/main.css'
import { languages } from '../../core/words/languages.ts'

test.each(languages)('a page in %s shows only the banner in that language', language => {
  const page = document.documentElement
  const before = page.lang
  page.lang = language
  const strips = languages.map(lang => Object.assign(document.createElement('aside'), { lang, className: 'strip', textContent: lang }))
  document.body.prepend(...strips)
  try {
    expect(strips.filter(strip => strip.offsetHeight > 0).map(strip => strip.lang)).toEqual([language])
  } finally {
    for (const strip of strips) strip.remove()
    page.lang = before
  }
})
