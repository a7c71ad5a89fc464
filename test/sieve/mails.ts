// Generates random raw emails from the words that the conditions in sayable.ts look for, in many MIME encodings.
import * as fc from 'fast-check'
import { domains, locals, words } from './sayable.ts'

export interface SentMail {
  raw: Buffer
  envelope: { from: string; to: string }
}

const word = fc.constantFrom(...words)
/** As it is, all small, all capitals. */
const cased = fc.tuple(word, fc.nat(2)).map(([text, how]) => (how === 0 ? text : how === 1 ? text.toLowerCase() : text.toUpperCase()))
const phrase = fc.array(cased, { minLength: 1, maxLength: 4 }).map(all => all.join(' '))
const subject = fc.oneof(
  phrase,
  phrase.map(text => `Re: ${text}`),
  fc.constantFrom('', 'invoice 42', 'BANK', 'q'),
)

const isAscii = (text: string): boolean => /^[\x20-\x7e]*$/.test(text)
const encodings = {
  base64: (text: string) => `=?utf-8?B?${Buffer.from(text).toString('base64')}?=`,
  quoted: (text: string) =>
    `=?UTF-8?q?${Array.from(Buffer.from(text), octet => (octet === 0x20 ? '_' : `=${octet.toString(16).toUpperCase().padStart(2, '0')}`)).join('')}?=`,
  latin: (text: string) =>
    `=?iso-8859-1?q?${Array.from(Buffer.from(text, 'latin1'), octet => `=${octet.toString(16).toUpperCase().padStart(2, '0')}`).join('')}?=`,
}
const isLatin = (text: string): boolean => /^[\x20-\xff]*$/.test(text)

/** Unstructured text: encoded where it must be, sometimes where it need not, folded at a space. */
const headerText = (text: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc.tuple(text, fc.nat(7)).map(([written, how]) => {
    if (written === '') return ''
    if (how === 0 && isLatin(written)) return encodings.latin(written)
    if (how === 6) return written
    if (how === 7)
      return Array.from(written.split(' '), part => encodings.base64(part))
        .join(' ')
        .replace(' ', '\r\n ')
    if (!isAscii(written) || how === 1) return how % 2 === 0 ? encodings.base64(written) : encodings.quoted(written)
    return how === 2 || how === 3 ? written.replace(' ', how === 2 ? '\r\n ' : '\r\n\t') : written
  })

const address = fc.tuple(fc.constantFrom(...locals), fc.constantFrom(...domains)).map(([local, domain]) => `${local}@${domain}`)
const person = fc
  .tuple(address, fc.constantFrom('', 'Anna Boss', 'BANK', 'Über Mensch', 'Жук', 'naïve bank', 'Ltd, Inc.', 'invoice'), fc.nat(2))
  .map(([at, name, how]) => {
    if (name === '') return how === 0 ? at : `<${at}>`
    if (!isAscii(name)) return `${how === 0 ? encodings.base64(name) : encodings.quoted(name)} <${at}>`
    return how === 0 || /[,.]/.test(name) ? `"${name}" <${at}>` : `${name} <${at}>`
  })
/** Forms that parsers disagree about; only tests of exact addresses read the headers they stand in. */
const oddPeople = fc.constantFrom(
  'undisclosed-recipients:;',
  'Friends: anna@example.com, "Bob, b" <Bob@bank.example>;, me@example.co.uk',
  'Anna (the (old) boss) <anna@example.com>',
  'anna (boss) @ example.com',
  'anna@example.com, nonsense, <broken@example.com',
  '"anna news"@example.com',
  '<@relay.example:o+@mail.example.com>',
  'nonsense',
  '',
  'anna+news@Example.NET (invoice), ,',
)
const people = fc.array(person, { minLength: 1, maxLength: 3 }).map(all => all.join(', '))

const date = fc.constantFrom(
  'Sat, 21 Nov 2026 21:40:10 +0200',
  'Fri, 6 Nov 2026 23:59:59 -0930',
  '1 Jan 2026 00:00:00 +0000',
  'Sun, 29 Feb 2004 12:00:00 GMT',
  'Mon, 2 Mar 98 04:05:06 EST',
  'Tue, 30 Jun 2026 04:05 +0530',
  'no date',
)
const received = date.map(at => `from mx.example by in.example with ESMTP id q;\r\n ${at}`)

const maybe = (name: string, value: fc.Arbitrary<string>, freq = 2): fc.Arbitrary<string[]> =>
  fc.option(value, { freq }).map(text => (text === null ? [] : [`${name}: ${text}`]))

const some = (name: string, value: fc.Arbitrary<string>): fc.Arbitrary<string[]> =>
  fc.array(value, { maxLength: 3 }).map(all => all.map(text => `${name}: ${text}`))

const headers = fc
  .tuple(
    person.map(from => [`From: ${from}`]),
    maybe('To', people, 5),
    maybe('Cc', people),
    maybe('Reply-To', person),
    maybe('Delivered-To', address),
    maybe('Sender', person),
    some('Resent-To', oddPeople),
    maybe('Bcc', oddPeople),
    maybe('Subject', headerText(subject), 8),
    some('X-A', headerText(phrase)),
    some('X-B', headerText(fc.oneof(phrase, fc.constantFrom('42', '007', '7 of 9', '')))),
    maybe('List-Id', fc.constantFrom('Team <team.example.com>', '<news.example>', 'team.example.com')),
    maybe('In-Reply-To', fc.constantFrom('<a@example.com>', '')),
    maybe('Date', date, 5),
    some('Received', received),
    maybe('List-Unsubscribe', fc.constant('<https://example.com/u>')),
    maybe('Precedence', fc.constantFrom('bulk', 'list')),
  )
  .chain(all => fc.shuffledSubarray(all, { minLength: all.length, maxLength: all.length }))
  .map(all => all.flat())

interface Part {
  headers: string[]
  body: string
}

const lines = fc.array(phrase, { maxLength: 3 }).map(all => all.join('\r\n'))

const textPart = fc
  .tuple(lines, fc.nat(4), fc.constantFrom('plain', 'plain', 'html', 'calendar; method=request'))
  .map(([text, how, subtype]): Part => {
    const shown = subtype === 'html' ? `<html><body><p class="bank">${text.replace(/[<>&]/g, '')} &lt;q&gt;</p></body></html>` : text
    if (how === 4 && isLatin(text.replace(/[\r\n]/g, ''))) {
      return {
        headers: [`Content-Type: text/${subtype}; charset=ISO-8859-1`, 'Content-Transfer-Encoding: Quoted-Printable'],
        body: latinPrintable(shown),
      }
    }
    const type = `Content-Type: text/${subtype}; charset=utf-8`
    if (how === 0) return { headers: [type, 'Content-Transfer-Encoding: base64'], body: Buffer.from(shown).toString('base64') }
    if (how === 1) return { headers: [type, 'Content-Transfer-Encoding: quoted-printable'], body: quotedPrintable(shown) }
    return { headers: [type, 'Content-Transfer-Encoding: 8bit'], body: shown }
  })

const quotedPrintable = (text: string): string =>
  text.replace(/[^\x20-\x3c\x3e-\x7e\r\n]/gu, letter =>
    Array.from(Buffer.from(letter), octet => `=${octet.toString(16).toUpperCase().padStart(2, '0')}`).join(''),
  )

const latinPrintable = (text: string): string =>
  text.replace(/[^\x20-\x3c\x3e-\x7e\r\n]/gu, letter => `=${letter.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`)

const filePart = fc
  .constantFrom(
    ['Content-Type: application/pdf; name="bill.pdf"', 'Content-Disposition: attachment; filename="bill.pdf"'],
    ['Content-Type: image/png; name=q.png', 'Content-Disposition: inline; filename=q.png'],
    ['Content-Type: application/octet-stream', "Content-Disposition: attachment; filename*=utf-8''%C3%BCber.txt"],
  )
  .map(
    (own): Part => ({
      headers: [...own, 'Content-Transfer-Encoding: base64', 'X-A: inner'],
      body: Buffer.from('invoice').toString('base64'),
    }),
  )

/** A mail within a mail. */
const enclosed: fc.Arbitrary<Part> = fc.tuple(headerText(phrase), textPart).map(([subject, part]) => ({
  headers: ['Content-Type: message/rfc822'],
  body: ['From: anna@example.com', `Subject: ${subject}`, 'X-B: inner', ...part.headers, '', part.body].join('\r\n'),
}))

const multipart = (inner: fc.Arbitrary<Part>, boundary: string): fc.Arbitrary<Part> =>
  fc.tuple(fc.array(inner, { minLength: 1, maxLength: 3 }), fc.constantFrom('mixed', 'alternative', 'related')).map(([parts, kind]) => ({
    headers: [`Content-Type: multipart/${kind};\r\n boundary="${boundary}"`],
    body: [
      'before invoice',
      ...parts.map(part => `--${boundary}\r\n${part.headers.join('\r\n')}\r\n\r\n${part.body}`),
      `--${boundary}--`,
      'after Bank',
      '',
    ].join('\r\n'),
  }))

const leaf = fc.oneof(textPart, textPart, filePart, enclosed)
const body: fc.Arbitrary<Part> = fc.oneof(
  lines.map(
    (text): Part => ({ headers: isAscii(text.replace(/[\r\n]/g, '')) ? [] : ['Content-Type: text/plain; charset=utf-8'], body: text }),
  ),
  textPart,
  multipart(leaf, 'outer'),
  multipart(fc.oneof(leaf, multipart(leaf, 'inner')), 'outer'),
)

export const sentMail: fc.Arbitrary<SentMail> = fc.record({ headers, body, from: address, to: address }).map(mail => ({
  raw: Buffer.from([...mail.headers, ...mail.body.headers, '', mail.body.body].join('\r\n')),
  envelope: { from: mail.from, to: mail.to },
}))
