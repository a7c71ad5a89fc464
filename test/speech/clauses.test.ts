// Tests that clauses keep their meaning whichever others stand beside them, in three languages.
import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseSentence } from '../../core/filters/speech/speech.ts'
import { isSameTree } from './compare.ts'
import { actionsInCorpusTerms, inCorpusTerms } from './corpus-terms.ts'
import { one, type Tree } from './leaves.ts'
import {
  about,
  attached,
  days,
  domain,
  file,
  from,
  hours,
  machine,
  news,
  reply,
  sender,
  subject,
  weekend,
  without,
  working,
} from './wide/notation.ts'

interface Clauses {
  leads: string[]
  topics: [string, Tree][]
  senders: [string, Tree][]
  times: [string, Tree | null][]
  exceptions: [string, Tree | null][]
  actions: [string, Record<string, unknown>][]
}

const english: Clauses = {
  leads: ['', 'send me ', 'I want ', 'please forward ', 'only ', 'can you text me ', 'let me have '],
  topics: [
    ['invoices', about('invoice')],
    ['emails about the boiler', about('boiler')],
    ['anything that mentions asbestos', about('asbestos')],
    ['delivery notices', about('delivery notice')],
    ['mail with "Unit 9" in the subject', subject('unit 9')],
    ['emails with an attachment', attached],
    ['emails with a pdf', file('pdf')],
    ['newsletters', news],
  ],
  senders: [
    ['from Kestrel', from('kestrel')],
    ['from kestrel.example', domain('kestrel.example')],
    ['from ops@kestrel.example', sender('ops@kestrel.example')],
    ['from Mira Voss or Kestrel', one(from('mira voss'), from('kestrel'))],
    ['sent by Kestrel Bank', from('kestrel bank')],
    ['from anyone at kestrel.example', domain('kestrel.example')],
  ],
  times: [
    ['', null],
    ['on weekends', weekend],
    ['between 9am and 5pm', hours('09:00', '17:00')],
    ['after 6pm', hours('18:00', '00:00')],
    ['on working days', working],
  ],
  exceptions: [
    ['', null],
    [' but not replies', without(reply)],
    [", unless they're automated", without(machine)],
    [' but nothing about returns', without(about('return'))],
    [', except from Tarnby', without(from('tarnby'))],
    [' but not if it is a reply', without(reply)],
    [', excluding noreply@kestrel.example', without(sender('noreply@kestrel.example'))],
  ],
  actions: [
    ['', {}],
    [', right away', { urgent: true }],
    [' with card numbers hidden', { redact: ['cards'] }],
    [', once a day at 8pm', { digest: { every: 'day', at: '20:00' } }],
    [', max 5 an hour', { max_per_hour: 5 }],
    [' and mark them as read', { mark_read: true }],
    [', just the sender and subject', { show: 'headers' }],
    [', urgent, and blank out the account number', { urgent: true, redact: ['ibans'] }],
    [', keep quiet from 11pm to 7am', { quiet: { from: '23:00', to: '07:00' } }],
    ['. Star them too.', { flag: true }],
  ],
}

const spanish: Clauses = {
  leads: ['', 'mándame ', 'quiero ', 'solo ', 'por favor reenvíame '],
  topics: [
    ['facturas', about('factura')],
    ['correos sobre la caldera', about('caldera')],
    ['todo lo que mencione amianto', about('amianto')],
    ['avisos de entrega', about('aviso de entrega')],
    ['correos con "Unidad 9" en el asunto', subject('unidad 9')],
    ['correos con adjuntos', attached],
  ],
  senders: [
    ['de Kestrel', from('kestrel')],
    ['de kestrel.example', domain('kestrel.example')],
    ['de ops@kestrel.example', sender('ops@kestrel.example')],
    ['que vengan de Kestrel', from('kestrel')],
    ['del Banco Helechal', from('banco helechal')],
  ],
  times: [
    ['', null],
    ['los fines de semana', weekend],
    ['entre las 9 y las 17', hours('09:00', '17:00')],
    ['de lunes a viernes', working],
  ],
  exceptions: [
    ['', null],
    [' pero no las respuestas', without(reply)],
    [', a menos que sean automáticos', without(machine)],
    [' pero nada sobre devoluciones', without(about('devolución'))],
    [', excepto de Tarnby', without(from('tarnby'))],
    [' que no sean boletines', without(news)],
  ],
  actions: [
    ['', {}],
    [', enseguida', { urgent: true }],
    [' con los números de tarjeta ocultos', { redact: ['cards'] }],
    [', una vez al día a las 8 de la tarde', { digest: { every: 'day', at: '20:00' } }],
    [', máximo 5 por hora', { max_per_hour: 5 }],
    [' y márcalos como leídos', { mark_read: true }],
    [', solo el remitente y el asunto', { show: 'headers' }],
    [', urgente y tapando el IBAN', { urgent: true, redact: ['ibans'] }],
  ],
}

const arabic: Clauses = {
  leads: ['', 'أرسل لي ', 'أريد ', 'حول لي '],
  topics: [
    ['فواتير', about('فاتورة')],
    ['رسائل عن السخان', about('سخان')],
    ['رسائل مع مرفقات', attached],
    ['رسائل موضوعها يحتوي على "وحدة 9"', subject('وحدة 9')],
  ],
  senders: [
    ['من Kestrel', from('kestrel')],
    ['من ops@kestrel.example', sender('ops@kestrel.example')],
    ['من سامي أو ليلى', one(from('سامي'), from('ليلى'))],
    ['من شركة نخيل', from('نخيل')],
  ],
  times: [
    ['', null],
    ['يوم الجمعة', days('fri')],
    ['بين 9 صباحا و 5 مساء', hours('09:00', '17:00')],
  ],
  exceptions: [
    ['', null],
    [' لكن ليس الردود', without(reply)],
    ['، إلا إذا كانت آلية', without(machine)],
    ['، إلا من تارنبي', without(from('تارنبي'))],
    [' التي ليست نشرات', without(news)],
  ],
  actions: [
    ['', {}],
    ['، فورا', { urgent: true }],
    [' مع إخفاء أرقام البطاقات', { redact: ['cards'] }],
    ['، مرة في اليوم الساعة 8 مساء', { digest: { every: 'day', at: '20:00' } }],
    ['، بحد أقصى 5 في الساعة', { max_per_hour: 5 }],
    [' وعلمها كمقروءة', { mark_read: true }],
    ['، المرسل والموضوع فقط', { show: 'headers' }],
  ],
}

test.each([
  ['English', english],
  ['Spanish', spanish],
  ['Arabic', arabic],
])('each clause means the same beside any others: %s', (_, clauses) => {
  const { leads, topics, senders, times, exceptions, actions } = clauses
  const parts = fc.tuple(
    fc.constantFrom(...leads),
    fc.constantFrom(...topics),
    fc.constantFrom(...senders),
    fc.constantFrom(...times),
    fc.constantFrom(...exceptions),
    fc.constantFrom(...actions),
  )
  fc.assert(
    fc.property(parts, ([lead, topic, who, when, exception, action]) => {
      if (topic[1] === news && exception[0].includes('newsletter')) return
      const text = lead + [topic[0], who[0], when[0]].filter(part => part !== '').join(' ') + exception[0] + action[0]
      const found = parseSentence(text)
      expect(found.kind, text).toBe('tree')
      const wanted = [topic[1], who[1], when[1], exception[1]].filter(part => part !== null)
      expect(isSameTree(found.condition && inCorpusTerms(found.condition), { all: wanted }), text).toBe(true)
      expect(isDeepStrictEqual(actionsInCorpusTerms(found.actions), action[1]), text).toBe(true)
    }),
    { numRuns: 1500 },
  )
})
