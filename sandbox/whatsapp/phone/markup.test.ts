// WhatsApp's markup as the phone page reads it.
import { expect, test } from 'vitest'
import { readInline, readMarkup } from './markup.js'

const text = (words: string) => ({ kind: 'text', text: words })

test('markers make spans, nested ones too, and never touch what lies around them', () => {
  expect(readInline('a *bold* _it_ ~no~ `x*y*`')).toEqual([
    text('a '),
    { kind: 'bold', parts: [text('bold')] },
    text(' '),
    { kind: 'italic', parts: [text('it')] },
    text(' '),
    { kind: 'strike', parts: [text('no')] },
    text(' '),
    { kind: 'code', text: 'x*y*' },
  ])
  expect(readInline('*_both_*')).toEqual([{ kind: 'bold', parts: [{ kind: 'italic', parts: [text('both')] }] }])
})

test.each(['2*3*4', 'snake_case_name', '* not bold *', '*open', '**', '*\u2060kept apart\u2060*', 'a*b c*d'])(
  '%s stays as it is',
  words => {
    expect(readInline(words)).toEqual([text(words)])
  },
)

test('a span ends with its line', () => {
  expect(readMarkup('*a\nb*')).toEqual([
    { kind: 'line', parts: [text('*a')] },
    { kind: 'line', parts: [text('b*')] },
  ])
})

test('addresses become links without the sentence around them, and only http ones', () => {
  expect(readInline('See https://example.com/a_b_c?x=1. Bye')).toEqual([
    text('See '),
    { kind: 'link', text: 'https://example.com/a_b_c?x=1', href: 'https://example.com/a_b_c?x=1' },
    text('. Bye'),
  ])
  expect(readInline('javascript:alert(1)')).toEqual([text('javascript:alert(1)')])
})

test('quotes, bullets, numbers and fences are blocks', () => {
  expect(readMarkup('> one\n> two\n- a\n* b\n3. c\n```x *y*\nz```\nend')).toEqual([
    { kind: 'quote', lines: [[text('one')], [text('two')]] },
    { kind: 'bullets', lines: [[text('a')], [text('b')]] },
    { kind: 'numbers', start: 3, lines: [[text('c')]] },
    { kind: 'mono', text: 'x *y*\nz' },
    { kind: 'line', parts: [text('end')] },
  ])
})
