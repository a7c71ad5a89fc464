// Tests that the sender's own text is separated from quotations and additions, in many languages.
import { expect, test } from 'vitest'
import { plainView } from '../filters/testing/plain-message.fixture.ts'
import { measureMs } from '../text/timing.fixture.ts'
import { classifyLines, extractOwnText } from './own-text.ts'
import type { MailView } from './view.ts'

const reply = { subject: 'Re: Keys', headers: [{ name: 'In-Reply-To', value: '<1@example.com>' }] }
const own = (body: string, more: Partial<MailView> = reply): string => extractOwnText(plainView({ ...more, body }))
const me = 'Rowan Ashdale <rowan@example.com>'

test.each([
  ['Gmail, English', `On Tue, 3 Mar 2026 at 10:14, ${me} wrote:`],
  ['Gmail, English, on two lines', 'On Tue, 3 Mar 2026 at 10:14, Rowan Ashdale of the Boathouse <rowan@example.com>\nwrote:'],
  ['Gmail, English, on three lines', 'On Tue, 3 Mar 2026 at 10:14, Rowan Ashdale\n<rowan@example.com>\nwrote:'],
  ['Gmail, German', `Am Di., 3. März 2026 um 10:14 Uhr schrieb ${me}:`],
  ['Gmail, French', `Le mar. 3 mars 2026 à 10:14, ${me} a écrit :`],
  ['Gmail, Spanish', 'El mar, 3 mar 2026 a las 10:14, Rowan Ashdale (<rowan@example.com>) escribió:'],
  ['Gmail, Portuguese', `Em ter., 3 de mar. de 2026 às 10:14, ${me} escreveu:`],
  ['Gmail, Italian', `Il giorno mar 3 mar 2026 alle ore 10:14 ${me} ha scritto:`],
  ['Gmail, Turkish', 'Rowan Ashdale <rowan@example.com>, 3 Mar 2026 Sal, 10:14 tarihinde şunu yazdı:'],
  ['Gmail, Indonesian', `Pada tanggal Sel, 3 Mar 2026 pukul 10.14 ${me} menulis:`],
  ['Gmail, Dutch', `Op di 3 mrt 2026 om 10:14 schreef ${me}:`],
  ['Gmail, Polish', `wt., 3 mar 2026 o 10:14 ${me} napisał(a):`],
  ['Gmail, Russian', `вт, 3 мар. 2026 г. в 10:14, ${me}:`],
  ['Gmail, Japanese', `2026年3月3日(火) 10:14 ${me}:`],
  ['Gmail, Chinese', `${me} 于2026年3月3日周二 10:14写道：`],
  ['Gmail, Korean', '2026년 3월 3일 (화) 오전 10:14, Rowan Ashdale <rowan@example.com>님이 작성:'],
  ['Gmail, Arabic', `في الثلاثاء، ٣ مارس ٢٠٢٦ في ١٠:١٤ تمت كتابة ما يلي بواسطة \u202a${me}\u202c\u200e:\u202c`],
  ['Gmail, Hebrew', `‫בתאריך יום ג׳, 3 במרץ 2026 ב-10:14 מאת ‪Rowan Ashdale‬‏ <‪rowan@example.com‬‏>:‬`],
  ['Gmail, Hindi', `मंगल, 3 मार्च 2026 को 10:14 am बजे को ${me} ने लिखा:`],
  ['Apple, English', `On 3 Mar 2026, at 10:14, ${me} wrote:`],
  ['Apple, German', `Am 03.03.2026 um 10:14 schrieb ${me}:`],
  ['Apple, French', `Le 3 mars 2026 à 10:14, ${me} a écrit :`],
  ['Apple, Turkish', `${me} şunları yazdı (3 Mar 2026 10:14):`],
  ['Apple, Japanese', `2026/03/03 10:14、${me}のメール:`],
  ['Thunderbird, English', 'On 03/03/2026 10:14, Rowan Ashdale wrote:'],
  ['Thunderbird, German', 'Am 03.03.26 um 10:14 schrieb Rowan Ashdale:'],
  ['Thunderbird, Portuguese', 'Em 03/03/2026 10:14, Rowan Ashdale escreveu:'],
  ['Yahoo, English', `On Tuesday, 3 March 2026 at 10:14:00 GMT, ${me} wrote:`],
  ['Yahoo, Spanish', `El martes, 3 de marzo de 2026, 10:14:00 CET, ${me} escribió:`],
  ['Yahoo, Indonesian', `  Pada Sel, 3 Mar 2026 10:14 WIB, ${me} menulis:`],
])('%s: the quotation is removed, with and without `>`', (_, introduction) => {
  const quoted = 'The keys are under the pot.\n\nDo lock up.'
  expect(own(`Got them, thanks.\n\n${introduction}\n\n> The keys are under the pot.\n>\n> Do lock up.`)).toBe('Got them, thanks.')
  expect(own(`Got them, thanks.\n\n${introduction}\n\n${quoted}`)).toBe('Got them, thanks.')
  expect(own(`Got them, thanks\n${introduction}\n${quoted}`)).toBe('Got them, thanks')
})

test.each([
  ['English', 'From: Rowan <r@example.com>\nSent: Tuesday, March 3, 2026 10:14 AM\nTo: Anna <a@example.com>\nSubject: Keys'],
  ['German', 'Von: Rowan <r@example.com>\nGesendet: Dienstag, 3. März 2026 10:14\nAn: Anna\nBetreff: Keys'],
  ['Spanish', 'De: Rowan\nEnviado el: martes, 3 de marzo de 2026 10:14\nPara: Anna\nCC: Teo\nAsunto: Keys'],
  ['French', 'De : Rowan\nEnvoyé : mardi 3 mars 2026 10:14\nÀ : Anna\nObjet : Keys'],
  ['Italian', 'Da: Rowan\nInviato: martedì 3 marzo 2026 10:14\nA: Anna\nOggetto: Keys'],
  ['Portuguese', 'De: Rowan\nEnviado: terça-feira, 3 de março de 2026 10:14\nPara: Anna\nAssunto: Keys'],
  ['Turkish', 'Gönderen: Rowan\nGönderildi: 3 Mart 2026 Salı 10:14\nKime: Anna\nKonu: Keys'],
  ['Indonesian', 'Dari: Rowan\nDikirim: Selasa, 03 Maret 2026 10.14\nKepada: Anna\nPerihal: Keys'],
  ['Japanese', '差出人: Rowan\n送信日時: 2026年3月3日 10:14\n宛先: Anna\n件名: Keys'],
  ['Arabic', 'من: Rowan\nتاريخ الإرسال: 3 مارس 2026\nإلى: Anna\nالموضوع: Keys'],
  ['Hindi', 'प्रेषक: Rowan\nदिनांक: 3 मार्च 2026\nप्रति: Anna\nविषय: Keys'],
  ['Russian', 'От: Rowan\nОтправлено: 3 марта 2026 г. 10:14\nКому: Anna\nТема: Keys'],
  ['bold labels', '*From:* Rowan\n*Date:* Tuesday, 3 March 2026\n*To:* Anna\n*Subject:* Keys'],
])('Outlook, %s: the copied header and everything below are removed, even after a separator', (_, head) => {
  expect(own(`Got them.\n\n${head}\n\nUnder the pot.`)).toBe('Got them.')
  expect(own(`Got them.\n\n________________________________\n${head}\n\nUnder the pot.`)).toBe('Got them.')
  expect(own(`Got them.\n\n-----Original Message-----\n${head}\n\nUnder the pot.`)).toBe('Got them.')
  expect(own(`See below.\n\n${head}\n\nUnder the pot.`, { subject: 'FW: Keys' })).toContain('Under the pot.')
})

test.each([
  ['Gmail', '---------- Forwarded message ---------\nFrom: Harbour <h@example.com>\nDate: 3 Mar 2026\nSubject: Boats\nTo: Anna'],
  ['Thunderbird, German', '-------- Weitergeleitete Nachricht --------\nBetreff: Boats\nDatum: 3. März 2026\nVon: Harbour\nAn: Anna'],
  ['Apple', 'Begin forwarded message:\n\nFrom: Harbour <h@example.com>\nSubject: Boats\nDate: 3 March 2026\nTo: Anna'],
  ['Apple, French', 'Début du message réexpédié :\n\nDe: Harbour\nObjet: Boats\nDate: 3 mars 2026\nÀ: Anna'],
  ['Outlook, Turkish subject', 'Gönderen: Harbour\nGönderildi: 3 Mart 2026\nKime: Anna\nKonu: Boats'],
])('%s: a forwarded email is kept, quoted or not', (_, head) => {
  const forward = { subject: 'İlt: Boats', headers: reply.headers }
  const text = 'The early boat is gone.\n\n> nested\n\nHarbour Office\nTel. 555'
  expect(own(`See below.\n-- \nAnna\n\n${head}\n\n${text}`, forward)).toMatch(/^See below\.[\s\S]*early boat[\s\S]*nested[\s\S]*Tel\. 555$/)
  expect(own(`See below.\n\n${`${head}\n\n${text}`.replace(/^/gm, '> ')}`, { ...forward, subject: 'Re: Boats' })).toContain(
    /forward|weiter|réexp/i.test(head) ? 'early boat' : 'See below.',
  )
})

test('an email that is not a reply may mention another email', () => {
  const body = `As you know,\n\nOn Tue, 3 Mar 2026 at 10:14, ${me} wrote:\n\nThe keys are under the pot.`
  expect(own(body, {})).toBe(body)
})

test('replies between and below quoted lines are kept', () => {
  expect(own('On 3/3/2026 10:14, Rowan wrote:\n> One?\n\nYes.\n\n> Two?\n> Three?\n\nNo.\n\n-- \nAnna')).toBe('Yes.\n\nNo.')
})

test('a reply below a copied header with quoted lines is kept', () => {
  const head = 'From: "Jim" <jim@example.com>\nTo: Anna\nSubject: Keys'
  expect(own(`----- Original Message -----\n${head}\n\n> One?\n> Two?\n\nYes, two.`)).toBe('Yes, two.')
  expect(own(`> -----Original Message-----\n> From: Jim\n> Sent: 3 March\n> To: Anna\n>\n> One?\n\nYes.`)).toBe('Yes.')
  expect(own(`Yes.\n\n----- Original Message -----\n${head}\n\n> Earlier\n\nOne?`)).toBe('Yes.')
})

test.each([1, 2, 3, 4, 5, 6])('%i own lines directly above an introduction stay', count => {
  const lines = Array.from({ length: count }, (_, i) => `Line ${i} at 10:3${i}`).join('\n')
  for (const introduction of [
    `On Tue, 3 Mar 2026 at 10:14, ${me} wrote:`,
    'On Tue, 3 Mar 2026 at 10:14, Rowan Ashdale\n<rowan@example.com>\nwrote:',
  ])
    expect(own(`${lines}\n${introduction}\n> Sunday?`)).toBe(lines)
})

test.each([
  ['Zoho', `---- On Tue, 03 Mar 2026 10:14:00 +0100 ${me} wrote ----`],
  ['without a colon', `On Tue, 3 Mar 2026 10:14:00 -0200 ${me} wrote`],
  ['an address broken at its sign', 'On Tue, 3 Mar 2026 at 10:14, Rowan Ashdale <rowan@\nexample.com> wrote:'],
  ['an address broken before its bracket', 'tir. 3. mar. 2026 kl. 10:14 skrev Rowan Ashdale <rowan@example.com\n>:'],
  ['a date on lines of its own', `On Mar 3, 2026,\nat 10:14,\n${me} wrote:`],
  ['Danish', '-------- Oprindelig besked --------\nFra: Rowan\nDato: 3. marts 2026 10:14\nTil: Anna\nEmne: Keys'],
  ['a language that nobody listed', '------ Haylli chaski ------\nPimanta: Rowan <r@example.com>\nPunchaw: 3 Mar 2026 10:14\nPiman: Anna'],
  ['GMX, the date first', 'Gesendet: Dienstag, 3. März 2026 um 10:14 Uhr\nVon: Rowan <r@example.com>\nAn: Anna\nBetreff: Keys'],
])('an unusual introduction is found: %s', (_, introduction) => {
  expect(own(`Got them.\n\n${introduction}\n\nUnder the pot.`)).toBe('Got them.')
})

test('an answer below a one-line email does not hide the header above it', () => {
  const head = (name: string) => `From: ${name} <x@example.com>\nSent: Tuesday, March 3, 2026 10:14 AM\nTo: Anna\nSubject: Keys`
  expect(own(`Fine.\n\n${head('Rowan')}\n\nThanks!\n\n${head('Anna')}\n\nUnder the pot.`)).toBe('Fine.')
})

test('a journey is no copied header', () => {
  const body = 'Here it is:\nFrom: Paris\nTo: Rome\nDate: 3 March 2026 10:14\n\nBook it?'
  expect(own(body)).toBe(body)
})

test('the end of a quoted line that was wrapped without a mark is quoted too', () => {
  const long = '> It lies where it has always been lying, under the pot near the door that'
  expect(own(`${long}\nnobody uses\n> any more.\n\nFound it.`)).toBe('Found it.')
})

test('an email of a signature alone shows it', () => {
  expect(own('-- \nAnna Boss\nSales')).toBe('-- \nAnna Boss\nSales')
})

test('an answer between quoted lines keeps the line that it answers, one below them does not', () => {
  const classes = (body: string) => classifyLines(body.split('\n'), plainView(reply))
  expect(classes('> Zero.\n>\n> One?\nYes.\n> Two?\nNo.')).toEqual(['earlier', 'earlier', 'answered', 'own', 'answered', 'own'])
  expect(classes('> One?\n> Two?\nNo.')).toEqual(['earlier', 'earlier', 'own'])
})

test('a single bar is a quotation, two are a table row', () => {
  expect(own('On Thu, 1 Aug 2002 17:15:27 +0100\n"John" <j@example.org>  wrote:\n\n|  I have found a box.\n| What now?\n\nSell it.')).toBe(
    'Sell it.',
  )
  expect(own('| Item | Price |\n| Oak | 5 |')).toBe('| Item | Price |\n| Oak | 5 |')
})

test('a line that begins with `>` is a quotation only in replies', () => {
  const body = 'Use it with care.\n\n> this is no quotation\n\n2 * 3'
  expect(own(body, {})).toBe(body)
  expect(own(body)).toBe('Use it with care.\n\n2 * 3')
})

test('a sentence with a colon, a name and a time is not an introduction', () => {
  for (const body of [
    'The meeting is at 10:14:\nRoom Linden, second floor.',
    'In 2024 she wrote:\nI shall come back.',
    '请在10:00前填写:\n姓名',
  ])
    expect(own(body)).toBe(body)
})

test.each([
  ['a delimiter', 'Text.\n\n-- \nAnna Boss\nSales\n+49 30 5550'],
  ['a delimiter above a long signature', `Text.\n\n-- \n${'A line of it, and what it says.\n'.repeat(30)}`],
  ['a delimiter without its space', 'Text.\n--\nAnna Boss\nSales'],
  ['the line of a forge', 'Text.\n\n—\nReply to this e-mail directly or view it on the web.'],
  ['the name of the sender', 'Text.\n\nAnna Boss\nHead of Sales\nT +44 20 7946 0188'],
  ['the name, each line a paragraph', 'Text.\n\nAnna Boss\n\nHead of Sales\n\nT +44 20 7946 0188'],
  [
    'the name and small print',
    'Text.\n\nAnna Boss\nSales\n\nThis e-mail is confidential. If you are not the intended recipient, delete it.',
  ],
  ['small print under a line', 'Text.\n\n-----------\nDiese E-Mail ist vertraulich und nur für den Adressaten.'],
  ['small print under a heading', 'Text.\n\nAVISO LEGAL\n\nPrimero.\n\nSegundo.'],
  ['small print, Turkish', 'Text.\n\nBu e-posta gizlidir. Muhatabı değilseniz siliniz.'],
  ['small print, Japanese', 'Text.\n\nこのメールには機密情報が含まれています。'],
  ['a wish for trees', 'Text.\n\nPlease consider the environment before printing this.'],
  ['the footer of a list', 'Text.\n\n_______________________________________________\nbuilders mailing list\nbuilders@example.org'],
])('the ending is removed: %s', (_, body) => {
  expect(own(body, {})).toBe('Text.')
})

test.each(
  [
    'Sent from my iPhone',
    'Von meinem iPhone gesendet',
    'Enviado desde mi iPhone',
    'Envoyé de mon iPhone',
    'Inviato da iPhone',
    'Enviado do meu iPhone',
    'iPhone’umdan gönderildi',
    'Dikirim dari iPhone saya',
    'iPhoneから送信',
    'أُرسلت من الـ iPhone',
    'मेरे iPhone से भेजा गया',
    'Отправлено с iPhone',
    'Get Outlook for Android',
    'Sent from Yahoo Mail on Android',
    'Gesendet von Mail für Windows',
  ].map(line => [line]),
)('a device footer is removed: %s', line => {
  expect(own(`Yes!\n\n${line}`, {})).toBe('Yes!')
  expect(own(`Yes!\n\n${line}\n\nOn 3 Mar 2026, at 10:14, ${me} wrote:\n\n> Sunday?`)).toBe('Yes!')
})

test.each([
  ['Best regards', 'Mit freundlichen Grüßen'],
  ['Un abrazo,', 'Cordialement,'],
  ['Saygılarımla', 'よろしくお願いいたします。'],
])('after a closing, the contact card is removed and the closing is kept', (...closings) => {
  for (const closing of closings) {
    expect(own(`Text.\n\n${closing}\nMaria P.\nBuying\nwww.example.com`, {})).toBe(`Text.\n\n${closing}`)
    expect(own(`Text.\n\n${closing}\n\nMaria P.\nBuying`, {})).toBe(`Text.\n\n${closing}`)
    expect(own(`${closing}\n\nBut one more thing: the deposit is due within ten days. Please pay it.`, {})).toContain('deposit')
    expect(own(`Text.\n\n${closing}\nMaria\n\nPS: bring the dog`, {})).toContain('bring the dog')
  }
})

test('a sender is recognized by the inverted name of a directory', () => {
  const from = [{ name: 'Farrow, Odette (Marlstone)', address: 'o@example.com' }]
  expect(own('Text.\n\nOdette Farrow\nPartner', { from })).toBe('Text.')
})

test('a text that is only a name, a closing or a legal notice is kept', () => {
  for (const body of ['Anna Boss', 'Thanks', 'This message is confidential: sell.']) expect(own(body, {})).toBe(body)
})

test('64 KB of any text are processed quickly', () => {
  const pieces = [
    '> a\n',
    'a:\n',
    'On 3 Mar 2026 10:14 <a@b> \n',
    '\n',
    'Sent from my iPhone\n\n',
    'From: a\nTo: b\n',
    '-- \n',
    '<',
    'a@'.repeat(90) + '\n',
    'Anna Boss\n\n',
  ]
  for (const piece of pieces) {
    const body = piece.repeat(65_536 / piece.length)
    expect(
      measureMs(Date.now, () => own(body), 2000),
      piece,
    ).toBeLessThan(2000)
  }
})
