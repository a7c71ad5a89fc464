// Sentences written after the grammar, to see how it handles input it was not made for.
import { type Expected, f, not, one, since, type Tree } from './leaves.ts'

const clear = (text: string, tree: Tree | Tree[], actions: Expected['actions'] = {}): Expected => ({ text, class: 'clear', tree, actions })
const asks = (text: string): Expected => ({ text, class: 'question', about: '', tree: null, actions: {} })
const cannot = (text: string): Expected => ({ text, class: 'unsupported', tree: null, actions: {} })
const from = (name: string): Tree => f('from', 'contains', name)
const about = (word: string): Tree => f('any', 'contains', word)
const news: Tree = f('newsletter', 'is', true)
const attached: Tree = f('attachment', 'exists', true)

export const laterSentences: Expected[] = [
  clear('Please send on whatever Wendeline mails to orders@sundrop.example', [
    from('wendeline'),
    f('recipient', 'is', 'orders@sundrop.example'),
  ]),
  clear('I need all mails from Pelagia as soon as they arrive', from('pelagia'), { urgent: true }),
  clear('everything the Rosewater Clinic sends, apart from newsletters', [from('rosewater clinic'), not(news)]),
  clear('mails from godmother Eulalie with photos', [from('eulalie'), f('attachment', 'type_is', 'image')]),
  clear('messages written by Casimir regarding the attic', [from('casimir'), about('attic')]),
  clear('new mail from sundrop.example with a spreadsheet', [
    f('sender_domain', 'is', 'sundrop.example'),
    f('attachment', 'type_is', 'spreadsheet'),
  ]),
  clear('quotes from Casimir or Pelagia, no attachments please', [about('quote'), one(from('casimir'), from('pelagia'))], {
    attachments: 'no',
  }),
  clear('delivery notices from Boxhound, at most six per hour', [about('delivery notice'), from('boxhound')], { max_per_hour: 6 }),
  clear('if Casimir writes on a weekend, forward it', [from('casimir'), f('weekday', 'in', ['sat', 'sun'])]),
  clear('anything concerning the chimney except from Boxhound', [about('chimney'), not(from('boxhound'))]),
  clear('subject includes "open position" and sender is Talentgrove', [f('subject', 'contains', 'open position'), from('talentgrove')]),
  clear('subject begins with [BUILD] but not from automation', [f('subject', 'starts', '[BUILD]'), not(from('automation'))]),
  clear('mails whose subject ends with "approved"', f('subject', 'ends', 'approved')),
  clear('the body mentions "final reminder"', f('body', 'contains', 'final reminder')),
  clear('warnings and errors from Watchgull between 8pm and 8am', [
    one(about('warning'), about('error')),
    from('watchgull'),
    f('hour', 'between', ['20:00', '08:00']),
  ]),
  clear('newsletters in a weekly digest on Saturday at 10', news, { digest: { every: 'week', on: 'sat', at: '10:00' } }),
  clear('the gardeners list once a day at 6 pm', f('list', 'contains', 'gardeners'), { digest: { every: 'day', at: '18:00' } }),
  clear('pdf files over 3 MB from Pelagia', [f('attachment', 'type_is', 'pdf'), f('attachment', 'size_over', 3_000_000), from('pelagia')]),
  clear('mails above 12 MB with attachments', [f('size', 'over', 12_000_000), attached]),
  clear('attachments named "ledger" from Casimir', [f('attachment', 'name_contains', 'ledger'), from('casimir')]),
  clear('everything since 12 February 2026 about the extension', [since('2026-02-12'), about('extension')]),
  clear('between 3 June 2026 and 9 June 2026, everything from Pelagia', [
    since('2026-06-03'),
    f('date', 'before', '2026-06-10'),
    from('pelagia'),
  ]),
  clear('replies from Casimir on thursdays', [f('reply', 'is', true), from('casimir'), f('weekday', 'in', ['thu'])]),
  clear('first-time senders with attachments over 1 MB', [f('first_time_sender', 'is', true), f('attachment', 'size_over', 1_000_000)]),
  clear('meeting invitations from Pelagia, right away', [f('calendar', 'is', true), from('pelagia')], { urgent: true }),
  clear('cancelled events', f('calendar', 'is', 'cancel')),
  clear('mails from Coinmeadow that fail DMARC', [from('coinmeadow'), { field: 'auth', check: 'dmarc', op: 'is', value: 'fail' }]),
  clear('mail in my club inbox from strangers', [f('mailbox', 'is', 'club'), f('first_time_sender', 'is', true)]),
  clear('one-time codes from Coinmeadow at once, and black out the digits', [about('one-time code'), from('coinmeadow')], {
    urgent: true,
    redact: ['codes'],
  }),
  clear('payments from Coinmeadow, never show account numbers', [about('payment'), from('coinmeadow')], { redact: ['ibans'] }),
  clear('sender and subject only: mails from the gardeners list', f('list', 'contains', 'gardeners'), { show: 'headers' }),
  clear('complete text of everything Wendeline writes', from('wendeline'), { show: 'full' }),
  clear('no robots, only mails with attachments', [attached, not(f('automated', 'is', true))]),
  clear('correos que me escriba Wenceslao', from('wenceslao')),
  clear('avisos de la tienda Flordeagua, enseguida', [about('aviso'), from('flordeagua')], { urgent: true }),
  clear('presupuestos de Casimiro con Excel', [about('presupuesto'), from('casimiro'), f('attachment', 'type_is', 'spreadsheet')]),
  clear('mensajes con adjuntos mayores de 4 MB', f('attachment', 'size_over', 4_000_000)),
  clear('todo lo que venga de flordeagua.example excepto boletines', [f('sender_domain', 'is', 'flordeagua.example'), not(news)]),
  clear('correos sobre el tejado o la chimenea', one(about('tejado'), about('chimenea'))),
  clear('boletines cada lunes a las 7', news, { digest: { every: 'week', on: 'mon', at: '07:00' } }),
  clear('los jueves entre las 10 y las 14, correos de Wenceslao', [
    f('weekday', 'in', ['thu']),
    f('hour', 'between', ['10:00', '14:00']),
    from('wenceslao'),
  ]),
  clear('justificantes de Flordeagua, tapa los números de cuenta', [about('justificante'), from('flordeagua')], { redact: ['ibans'] }),
  clear('respuestas de Wenceslao sin adjuntos', [f('reply', 'is', true), from('wenceslao'), not(attached)]),
  clear('everything except newsletters, replies and mailing lists', not(news, f('reply', 'is', true), f('list', 'exists', true))),
  clear(
    'mails from Casimir but not replies, urgent and with photos',
    [from('casimir'), f('attachment', 'type_is', 'image'), not(f('reply', 'is', true))],
    {
      urgent: true,
    },
  ),
  clear(
    'receipts from Boxhound and quotes from Casimir',
    one({ all: [about('receipt'), from('boxhound')] }, { all: [about('quote'), from('casimir')] }),
  ),
  clear('everything except invoices from Boxhound', not({ all: [about('invoice'), from('boxhound')] })),
  asks('mails from my plumber'),
  asks('anything from the kindergarten'),
  asks('really important messages'),
  asks('enormous attachments'),
  asks('without newsletters please'),
  asks('mails that come in after dinner'),
  clear('withdrawals over 300 dollars', [about('withdrawal'), f('amount', 'over', [300, 'USD'])]),
  asks('let me know if my order ships'),
  asks('mail from Charlie'),
  asks('summaries now and then of the gardeners list'),
  asks('correos de mi fontanero'),
  asks('lo que de verdad importa'),
  asks('fotos muy grandes'),
  asks('nada de Flordeagua'),
  cannot('mails with an aggressive tone'),
  cannot('photos of my cat'),
  cannot('get rid of newsletters'),
  cannot('give me a call when Pelagia writes'),
  cannot('mails in French, translated to English'),
  cannot('respond to Casimir with thanks'),
  cannot('mails I forgot to answer'),
  cannot('when I am on the train'),
  cannot('whatever you think is right'),
  cannot('mensajes irónicos'),
  cannot('fotos donde salga mi hija'),
  cannot('responde a Wenceslao con gracias'),
  cannot('correos sin contestar'),
]
