// Generates email built to crash a parser, stall it or exhaust its memory, in any size.

export interface Poison {
  name: string
  build(): Buffer
}

/** `share` of the full size, which is what a server takes in at most or beyond: 1 for the whole, less for a quick look. */
export function poisons(share: number): Poison[] {
  const times = (whole: number) => Math.max(3, Math.round(whole * share))
  return Object.entries({
    ...structures(times),
    ...headers(times),
    ...words(times),
    ...contents(times),
    ...pages(times),
    ...oddities(times),
  }).map(([name, build]) => ({ name, build: () => Buffer.concat([build()].flat().map(part => Buffer.from(part))) }))
}

type Times = (whole: number) => number
type Piece = string | Uint8Array
type Built = Piece | Piece[]
type Builders = Record<string, () => Built>

const mixed = 'Subject: bad\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n'
const typed = (type: string, rest: string) => `Subject: bad\r\nContent-Type: ${type}\r\n${rest}`

function structures(times: Times): Builders {
  return {
    'multiparts in each other': () => nested(times(10_000)),
    'empty parts': () => mixed + '--b\r\n\r\n'.repeat(times(200_000)),
    'parts with a header each': () => mixed + '--b\r\nContent-Type: text/plain\r\n\r\nx\r\n'.repeat(times(100_000)),
    'text parts, 900 at full size': () => mixed + '--b\r\nContent-Type: text/plain\r\n\r\nhello world\r\n'.repeat(times(900)),
    'attached mails in each other': () =>
      `Subject: bad\r\n${'Content-Type: message/rfc822\r\n\r\nSubject: inner\r\n'.repeat(times(500))}\r\ntext`,
    'attached mails beside each other': () =>
      mixed + '--b\r\nContent-Type: message/rfc822\r\n\r\nSubject: x\r\n\r\nx\r\n'.repeat(times(1900)),
    'a boundary that never ends': () => [
      `Subject: bad\r\nContent-Type: multipart/mixed; boundary="${'b'.repeat(times(1_000_000))}"\r\n\r\n--b\r\n`,
      'x\r\n'.repeat(times(1_000_000)),
    ],
    'a boundary that is never met': () => [mixed.replace('=b', '=never'), '--b\r\n\r\nx\r\n'.repeat(times(100_000))],
    'an empty boundary': () => [typed('multipart/mixed; boundary=""', '\r\n'), '--\r\n\r\nx\r\n'.repeat(times(100_000))],
    'a boundary that begins another': () => [
      typed('multipart/mixed; boundary=b', '\r\n'),
      '--b\r\nContent-Type: multipart/mixed; boundary=bb\r\n\r\n--bb\r\n\r\nx\r\n'.repeat(times(20_000)),
    ],
    'lines that are nearly boundaries': () => [mixed, '--b-\r\n-- b\r\n--bx\r\n'.repeat(times(300_000))],
    'a part of a mail whose other parts are itself': () =>
      typed('message/partial; number=1; total=1; id="x"', '\r\nContent-Type: message/partial; number=1; total=1; id="x"\r\n\r\nx'),
    'two header blocks of types': () => `${'Content-Type: multipart/mixed; boundary=b\r\n'.repeat(times(10_000))}\r\n--b\r\n\r\nx`,
  }
}

function headers(times: Times): Builders {
  return {
    'headers of 100 MB': () => [
      ...Array.from({ length: times(100) }, (_, i) => `X-${i}: ${'v'.repeat(990)}\r\n`.repeat(1000)),
      'Subject: bad\r\n\r\nx',
    ],
    'a header of 3 MB': () => `Subject: ${'x'.repeat(times(3_000_000))}\r\n\r\ntext`,
    'many headers': () => `${'X-A: b\r\n'.repeat(times(300_000))}Subject: bad\r\n\r\ntext`,
    'a header folded without end': () => `Subject: a${'\r\n b'.repeat(times(1_000_000))}\r\n\r\ntext`,
    'a header of white space': () => `Subject:${' \t'.repeat(times(1_000_000))}\r\n\r\ntext`,
    'a header without a colon': () => `${'a'.repeat(times(2_000_000))}\r\nSubject: bad\r\n\r\ntext`,
    recipients: () => `To: ${'a@example.com, '.repeat(times(1_000_000))}\r\nSubject: all\r\n\r\ntext`,
    'groups in each other': () =>
      `To: ${'g:'.repeat(times(300_000))}a@example.com${';'.repeat(times(300_000))}\r\nSubject: bad\r\n\r\ntext`,
    'comments in each other': () =>
      `From: ${'('.repeat(times(300_000))}a${')'.repeat(times(300_000))} <a@example.com>\r\nSubject: bad\r\n\r\ntext`,
    'comments that never end': () =>
      `From: ${'('.repeat(times(300_000))}\r\nTo: ${'<'.repeat(times(300_000))}\r\nDate: ${'('.repeat(times(300_000))}\r\n\r\nx`,
    'quotes that never end': () => `From: ${'"\\'.repeat(times(300_000))}\r\nTo: ${'"'.repeat(times(300_001))}\r\nSubject: bad\r\n\r\nx`,
    'comments in a type': () => typed(`text/${'(a'.repeat(times(300_000))}`, '\r\nx'),
    parameters: () => typed(`text/plain; ${'a=b; '.repeat(times(200_000))}`, '\r\nx'),
    'a file name in pieces': () =>
      `${mixed}--b\r\nContent-Type: application/pdf\r\nContent-Disposition: attachment${Array.from({ length: times(50_000) }, (_, i) => `; filename*${i}*=%41`).join('')}\r\n\r\nx`,
    'a date of 1 MB, in the year 9999': () =>
      `Date: Fri, 31 Dec 9999 23:59:59 +0000 ${'('.repeat(times(1_000_000))}\r\nSubject: bad\r\n\r\nx`,
    'a Message-ID of 2 MB': () =>
      `Message-ID: <${'a'.repeat(times(2_000_000))}@example.com>\r\nMessage-ID: <2@example.com>\r\nSubject: bad\r\n\r\nx`,
    'results of checks': () => `${'Authentication-Results: mx.example.net; spf=pass (a)\r\n'.repeat(times(50_000))}Subject: bad\r\n\r\nx`,
    'addresses that nearly are': () =>
      `From: ${'<@'.repeat(times(300_000))}\r\nReply-To: ${'a@b,<'.repeat(times(200_000))}\r\nSubject: bad\r\n\r\nx`,
  }
}

function words(times: Times): Builders {
  return {
    'encoded words': () => `Subject: ${'=?utf-8?q?a?= '.repeat(times(100_000))}\r\n\r\nx`,
    'encoded words without an end': () => `Subject: ${'=?utf-8?q?a'.repeat(times(100_000))}\r\n\r\nx`,
    'encoded words of unknown letters': () => `Subject: ${'=?x-klingon?b?////?= '.repeat(times(50_000))}\r\n\r\nx`,
    'encoded words in encoded words': () => `Subject: ${'=?utf-8?q?'.repeat(times(50_000))}a${'?='.repeat(times(50_000))}\r\n\r\nx`,
    'encoded words of half a letter each': () => `Subject: ${'=?utf-8?b?4g==?= =?utf-8?b?gqw=?= '.repeat(times(40_000))}\r\n\r\nx`,
    'encoded names': () => `To: ${'=?utf-8?q?=22?= <a@example.com>, '.repeat(times(50_000))}\r\nSubject: bad\r\n\r\nx`,
    'letters that turn the text round': () =>
      `Subject: ${'\u202e\u200b\u2066'.repeat(times(100_000))}\r\n\r\n${'\u202e\u200d'.repeat(times(100_000))}`,
  }
}

function contents(times: Times): Builders {
  const base64 = 'Content-Transfer-Encoding: base64\r\n\r\n'
  return {
    'base64 with junk': () => [typed('text/plain', base64), 'aGVs!§$%&\r\n bG8=\0*'.repeat(times(700_000))],
    'base64 of one letter a line': () => [typed('application/pdf', base64), 'a\r\n'.repeat(times(3_000_000))],
    'base64 that is all padding': () => [typed('text/plain', base64), '='.repeat(times(10_000_000))],
    'an attachment of 40 MB': () => [typed('application/pdf; name=a.pdf', base64), Buffer.alloc(times(54_000_000), 'QUJD')],
    'quoted-printable of soft breaks': () => [
      typed('text/plain', 'Content-Transfer-Encoding: quoted-printable\r\n\r\n'),
      '=\r\n'.repeat(times(5_000_000)),
    ],
    'quoted-printable of spaces': () => [
      typed('text/plain', 'Content-Transfer-Encoding: quoted-printable\r\n\r\n'),
      ' \t'.repeat(times(4_000_000)),
      'x',
    ],
    'quoted-printable that is none': () => [
      typed('text/html', 'Content-Transfer-Encoding: quoted-printable\r\n\r\n'),
      '=ZZ='.repeat(times(3_000_000)),
    ],
    uuencode: () => `Subject: bad\r\n\r\nbegin 644 a.bin\r\n${`M${'!'.repeat(60)}\r\n`.repeat(times(100_000))}\`\r\nend\r\n`,
    'uuencode as an encoding': () => [
      typed('text/plain', 'Content-Transfer-Encoding: x-uuencode\r\n\r\nbegin 644 a\r\n'),
      'M!!!!\r\n'.repeat(times(300_000)),
    ],
    'an encoding of 1 MB': () => typed('text/plain', `Content-Transfer-Encoding: ${'x'.repeat(times(1_000_000))}\r\n\r\nx`),
    'unknown letters': () => typed('text/plain; charset=x-klingon', '\r\nqapla\u0000\u00ff'.repeat(3)),
    'a charset of 1 MB': () => typed(`text/plain; charset="${'x'.repeat(times(1_000_000))}"`, '\r\nx'),
    'UTF-16 of half letters': () => [
      typed('text/plain; charset=utf-16le', '\r\n'),
      Buffer.alloc(times(4_000_001), Buffer.from([0x00, 0xd8])),
    ],
    'UTF-7': () => [typed('text/plain; charset=utf-7', '\r\n'), '+AGEAYQ-'.repeat(times(500_000))],
    'ISO-2022 that changes sets all the time': () => [
      typed('text/plain; charset=iso-2022-jp', '\r\n'),
      '\x1b$B!!\x1b(B'.repeat(times(500_000)),
    ],
    'flowed text': () => [typed('text/plain; format=flowed; delsp=yes', '\r\n'), '>>>> x \r\n'.repeat(times(300_000))],
    'zero bytes': () => ['Subject: bad\r\n\r\n', Buffer.alloc(times(5_000_000))],
    'one long line': () => ['Subject: bad\r\n\r\n', Buffer.alloc(times(25_000_000), 'a')],
    'a file of Outlook that says it is long': () => [
      typed('application/ms-tnef; name=winmail.dat', base64),
      Buffer.concat([Buffer.from([0x78, 0x9f, 0x3e, 0x22, 1, 0, 2]), Buffer.alloc(times(100_000), 0xff)]).toString('base64'),
    ],
    'a calendar without end': () => [
      typed('text/calendar; method=REQUEST', '\r\nBEGIN:VCALENDAR\r\n'),
      'BEGIN:VEVENT\r\nRRULE:FREQ=SECONDLY\r\n'.repeat(times(50_000)),
    ],
  }
}

const html = (body: string) => [typed('text/html; charset=utf-8', '\r\n'), body]

function pages(times: Times): Builders {
  return {
    'HTML of open tags': () => html(`${'<div>'.repeat(times(500_000))}text`),
    'HTML of tables in each other': () => html('<table><tr><td>'.repeat(times(200_000))),
    'HTML of closing tags': () => html('</div>'.repeat(times(500_000))),
    'HTML of comments that never end': () => html('<!--'.repeat(times(500_000))),
    'HTML of scripts that never end': () => html('<script><style>'.repeat(times(300_000))),
    'HTML of broken tags': () => html('<a <b <'.repeat(times(500_000))),
    'HTML of one attribute': () => html(`<a href="${'x'.repeat(times(5_000_000))}">x</a>`),
    'HTML of attributes': () => html(`<a ${'b=c '.repeat(times(1_000_000))}>x</a>`),
    'HTML of entities': () => html('&amp;&#x1F600;&lt;&nope;&#99999999;'.repeat(times(200_000))),
    'HTML of links': () => html('<a href="https://example.com/?a=b">x</a>'.repeat(times(100_000))),
    'HTML of lists and quotes in each other': () => html('<ul><li><blockquote>'.repeat(times(200_000))),
    'HTML of hidden text': () => html('<span style="display:none">x</span>'.repeat(times(100_000))),
    'text and page of many alternatives': () =>
      `Subject: bad\r\nContent-Type: multipart/alternative; boundary=b\r\n\r\n${'--b\r\nContent-Type: text/html\r\n\r\n<p>x</p>\r\n'.repeat(times(900))}`,
  }
}

function oddities(times: Times): Builders {
  return {
    nothing: () => '',
    'a line end': () => '\r\n',
    'line ends': () => '\r\n'.repeat(times(5_000_000)),
    'headers without a text': () => 'From: a@example.com\r\nSubject: bad',
    'lines that end in CR': () => `From: a@example.com\rSubject: bad\r\r${'x\r'.repeat(times(2_000_000))}`,
    'lines that end in CR CR LF': () => `From: a@example.com\r\r\nSubject: bad\r\r\n\r\r\n${'x\r\r\n'.repeat(times(1_000_000))}`,
    'zero bytes in headers': () => `From: a\0@example.com\r\nSub\0ject: b\0ad\r\n\r\n\0`,
    'lines of mbox files': () => 'From a@example.com Mon Nov  2 10:00:00 2026\n'.repeat(times(200_000)),
    'lines of quotes': () => `Subject: bad\r\n\r\n${'> '.repeat(times(1_000_000))}\r\n${'>\r\n'.repeat(times(300_000))}`,
    'all 256 bytes': () => [
      Buffer.from('Subject: bad\r\n\r\n'),
      Buffer.alloc(times(1_000_000), Buffer.from(Array.from({ length: 256 }, (_, i) => i))),
    ],
  }
}

function nested(levels: number): string {
  const open = Array.from({ length: levels }, (_, i) => `Content-Type: multipart/mixed; boundary=b${i}\r\n\r\n--b${i}\r\n`)
  return `Subject: bad\r\n${open.join('')}\r\ntext`
}
