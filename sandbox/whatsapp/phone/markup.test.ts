// Tests how the phone page parses WhatsApp markup.
import { expect, test } from 'vitest'
import { readInline, readMarkup } from './markup.js'

const textPart = (text: string) => ({ kind: 'text', text })

test('markers make spans, also nested ones, and leave the surrounding text alone', () => {
  expect(readInline('a *bold* _it_ ~no~ `x*y*`')).toEqual([
    textPart('a '),
    { kind: 'bold', parts: [textPart('bold')] },
    textPart(' '),
    { kind: 'italic', parts: [textPart('it')] },
    textPart(' '),
    { kind: 'strike', parts: [textPart('no')] },
    textPart(' '),
    { kind: 'code', text: 'x*y*' },
  ])
  expect(readInline('*_both_*')).toEqual([{ kind: 'bold', parts: [{ kind: 'italic', parts: [textPart('both')] }] }])
})

test.each(['2*3*4', 'snake_case_name', '* not bold *', '*open', '**', '*\u2060kept apart\u2060*', 'a*b c*d'])(
  '%s is left unchanged',
  text => {
    expect(readInline(text)).toEqual([textPart(text)])
  },
)

test('a span ends with its line', () => {
  expect(readMarkup('*a\nb*')).toEqual([
    { kind: 'line', parts: [textPart('*a')] },
    { kind: 'line', parts: [textPart('b*')] },
  ])
})

test('http URLs become links without the punctuation around them', () => {
  expect(readInline('See https://example.com/a_b_c?x=1. Bye')).toEqual([
    textPart('See '),
    { kind: 'link', text: 'https://example.com/a_b_c?x=1', href: 'https://example.com/a_b_c?x=1' },
    textPart('. Bye'),
  ])
  expect(readInline('javascript:alert(1)')).toEqual([textPart('javascript:alert(1)')])
})

test('quotes, bullets, numbers and fences are blocks', () => {
  expect(readMarkup('> one\n> two\n- a\n* b\n3. c\n```x *y*\nz```\nend')).toEqual([
    { kind: 'quote', lines: [[textPart('one')], [textPart('two')]] },
    { kind: 'bullets', lines: [[textPart('a')], [textPart('b')]] },
    { kind: 'numbers', start: 3, lines: [[textPart('c')]] },
    { kind: 'mono', text: 'x *y*\nz' },
    { kind: 'line', parts: [textPart('end')] },
  ])
})
