// Tests parsing inbound texts and taps.
import { expect, test } from 'vitest'
import { parseInbound } from './inbound.ts'

test.each([
  'Link my email forwards: ABCD-EF2H',
  'link my email forwards: abcd-ef2h',
  'Link my email forwards: ABCD EF2H',
  'Link my email forwards: ABCDEF2H.',
  '  abcdef2h ',
  'Hello! My code is *ABCD–EF2H*, thanks a lot',
  'ＡＢＣＤ-EF2H',
  'Link my email forwards:\nABCD - EF2H',
  'Verknüpfen: \u200eABCD-EF2H\u200e',
])('the code is found in %j', text => {
  expect(parseInbound(text)).toEqual({ kind: 'code', code: 'ABCDEF2H', isSure: true })
})

test('two ordinary words of four letters are not surely a code', () => {
  expect(parseInbound('please send them to my other phone')).toEqual({ kind: 'code', code: 'SENDTHEM', isSure: false })
  expect(parseInbound('send them to ABCD-EFGH, thank them')).toEqual({ kind: 'code', code: 'ABCDEFGH', isSure: true })
})

test.each(['', 'hello', 'Are you there?', 'my number is 15550100777', 'ABCD-EFGHX', 'A0CD-EFGH', '🙂'])('there is no code in %j', text => {
  expect(parseInbound(text)).toEqual({ kind: 'other' })
})

test.each(['STOP', 'stop', ' Stop! ', 'ARRÊT', 'arrêt.', 'Unsubscribe', 'S T O P', 'ＳＴＯＰ', 'Baja', 'ALTO', 'إيقاف', 'توقّف.'])(
  '%j means STOP',
  text => {
    expect(parseInbound(text)).toEqual({ kind: 'stop' })
  },
)

test.each(['START', 'start.', 'Resume', 'Reanudar', 'ابدأ', 'استئناف'])('%j means START', text => {
  expect(parseInbound(text)).toEqual({ kind: 'start' })
})

test.each([
  ['PAUSE', 24],
  ['pause 2h', 2],
  ['Pause 3', 3],
  ['PAUSE 1d.', 24],
  ['pausa 2 days', 48],
  ['pause 1 hour', 1],
  ['PAUSA 2 días', 48],
  ['pausa 3 horas', 3],
  ['استراحة ٢ ساعة', 2],
  ['استراحة 3 أيام', 72],
  ['PAUSE 9999 d', 144],
])('%j pauses the phone for %i hours', (text, hours) => {
  expect(parseInbound(text)).toEqual({ kind: 'pause', hours })
})

test.each(['pause 0h', 'PAUSE 2 weeks', 'pause it for me', 'please pause'])('%j is not a valid pause', text => {
  expect(parseInbound(text).kind).not.toBe('pause')
})

test.each(['HELP', 'help?', 'Hilfe', '¿Ayuda?', 'مساعدة'])('%j asks for help', text => {
  expect(parseInbound(text)).toEqual({ kind: 'help' })
})

test('stop inside a sentence is not a command', () => {
  expect(parseInbound('do not stop sending')).toEqual({ kind: 'other' })
})

test('a tapped button is parsed by its payload', () => {
  expect(parseInbound('End the forwards', 'stop')).toEqual({ kind: 'stop' })
  expect(parseInbound('Pause 24 h', 'pause:24')).toEqual({ kind: 'pause', hours: 24 })
  expect(parseInbound('Go on', 'resume')).toEqual({ kind: 'start' })
  const deliveryId = '0199c3a0-0000-7000-8000-000000000001'
  expect(parseInbound('Show email', `show:${deliveryId}`)).toEqual({ kind: 'show', deliveryId })
  expect(parseInbound('More emails', `more:${deliveryId}:9`)).toEqual({ kind: 'more', digestId: deliveryId, from: 9 })
  for (const act of ['send', 'drop', 'undo', 'again'])
    expect(parseInbound('Undo', `${act}:${deliveryId}`)).toEqual({ kind: 'answer', act, replyId: deliveryId })
})

test.each([
  'show:',
  'show:1',
  "show:' or true",
  'show:0199c3a0-0000-7000-8000-000000000001x',
  'more:0199c3a0-0000-7000-8000-000000000001:',
  'pause:',
  'pause:0',
  'pause:-1',
  'reply:1',
  'undo:',
  'steal:0199c3a0-0000-7000-8000-000000000001',
])('a foreign payload is ignored: %j', payload => {
  expect(parseInbound('Show email', payload)).toEqual({ kind: 'other' })
})

test('typed text is never parsed as a tap', () => {
  expect(parseInbound('show:0199c3a0-0000-7000-8000-000000000001')).toEqual({ kind: 'other' })
})

test('a text of any length is parsed quickly', () => {
  expect(parseInbound('ABCD '.repeat(200_000))).toMatchObject({ kind: 'code', isSure: false })
})
