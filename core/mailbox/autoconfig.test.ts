// Tests parsing a domain's autoconfig, and what is rejected.
import { expect, test } from 'vitest'
import { readAutoconfig } from './autoconfig.ts'

const server = (inner: string, type = 'imap') => `<incomingServer type="${type}">${inner}</incomingServer>`
const file = (...servers: string[]) =>
  `<?xml version="1.0"?><clientConfig version="1.1"><emailProvider id="example.com"><domain>example.com</domain>${servers.join('')}</emailProvider></clientConfig>`
const imap = (host = 'imap.example.com', port = '993', socket = 'SSL', ways = ['password-cleartext'], username = '%EMAILADDRESS%') =>
  `<hostname>${host}</hostname><port>${port}</port><socketType>${socket}</socketType><username>${username}</username>${ways.map(way => `<authentication>${way}</authentication>`).join('')}`

test('servers are read in their order, with placeholders filled in', () => {
  const xml = file(
    server(imap('pop.example.com', '995'), 'pop3'),
    server(imap('mail.%EMAILDOMAIN%', '993', 'SSL', ['OAuth2', 'password-cleartext'], '%EMAILLOCALPART%')),
    server(imap('imap.example.com', '143', 'STARTTLS')),
  )
  expect(readAutoconfig(xml, 'anna@example.com')).toEqual([
    { host: 'mail.example.com', port: 993, security: 'tls', username: 'anna', signIn: ['oauth2', 'password'] },
    { host: 'imap.example.com', port: 143, security: 'starttls', username: 'anna@example.com', signIn: ['password'] },
  ])
})

test.each([
  ['an open connection', file(server(imap('imap.example.com', '143', 'plain')))],
  ['a way to sign in that we cannot', file(server(imap('imap.example.com', '993', 'SSL', ['NTLM'])))],
  ['an address for a host', file(server(imap('127.0.0.1')))],
  ['a single label', file(server(imap('localhost')))],
  ['a host with a port in it', file(server(imap('imap.example.com:25')))],
  ['no port', file(server(imap('imap.example.com', 'x')))],
  ['a port that is none', file(server(imap('imap.example.com', '70000')))],
  ['a document type', `<!DOCTYPE x [<!ENTITY e "imap.example.com">]>${file(server(imap('&e;')))}`],
  ['an unknown entity', file(server(imap('&e;')))],
  ['broken XML', file(server(imap())).slice(0, -20)],
  ['a page', '<!doctype html><html><body>404</body></html>'],
  ['nothing', ''],
  ['too much', `${' '.repeat(300_000)}${file(server(imap()))}`],
])('%s gives no settings', (_what, xml) => {
  expect(readAutoconfig(xml, 'anna@example.com')).toEqual([])
})
