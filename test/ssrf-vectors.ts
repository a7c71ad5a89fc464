// Ways to make a server connect to its own network: addresses in all notations, names and URLs.

/** First, some and last addresses of what is not public (RFC 6890, 6598, 7526, 9637). */
export const inside4 = [
  ['0.0.0.0', '0.0.0.1', '0.255.255.255'],
  ['10.0.0.0', '10.0.0.1', '10.255.255.255'],
  ['100.64.0.0', '100.100.100.200', '100.127.255.255'],
  ['127.0.0.0', '127.0.0.1', '127.0.1.1', '127.255.255.255'],
  ['169.254.0.0', '169.254.169.254', '169.254.170.2', '169.254.255.255'],
  ['172.16.0.0', '172.17.0.1', '172.31.255.255'],
  ['192.0.0.0', '192.0.0.170', '192.0.0.255'],
  ['192.0.2.0', '192.0.2.255'],
  ['192.88.99.0', '192.88.99.1', '192.88.99.255'],
  ['192.168.0.0', '192.168.1.1', '192.168.255.255'],
  ['198.18.0.0', '198.19.255.255'],
  ['198.51.100.0', '198.51.100.255'],
  ['203.0.113.0', '203.0.113.255'],
  ['224.0.0.1', '239.255.255.255'],
  ['240.0.0.0', '255.255.255.254', '255.255.255.255'],
].flat()

export const inside6 = [
  ['::', '::1', '0:0:0:0:0:0:0:1', '0000:0000:0000:0000:0000:0000:0000:0001', '::2', '::1%lo', '::1%25lo'],
  ['100::', '100::1', '100:0:0:1::1'],
  ['1::1', '3::1', '1fff::1', '4000::1', '8000::1', 'e000::1'],
  ['2001::', '2001:0:53aa:64c:0:7f00:80ff:fffe', '2001:1::1', '2001:2::1', '2001:10::1', '2001:20::1', '2001:1ff:ffff::1'],
  ['2001:db8::', '2001:db8::1', '2001:db8:ffff:ffff::1', '2001:DB8::1'],
  ['2002:7f00:1::', '2002:a00:1::1', '2002:a9fe:a9fe::', '2002:c0a8:101::1'],
  ['3fff::1', '3fff:fff:ffff::1', '5f00::1', '5f00:ffff::1'],
  ['64:ff9b:1::1', '64:ff9b:1:7f00:0:100::', '64:ff9a::1', '64:ff9c::1'],
  ['fc00::', 'fc00::1', 'fd00::1', 'fd00:ec2::254', 'fdff:ffff::1', 'FD00::1'],
  ['fe80::', 'fe80::1', 'fe80::a9fe:a9fe', 'fe80::1%eth0', 'febf:ffff::1', 'fec0::1', 'feff::1'],
  ['ff00::', 'ff02::1', 'ff05::2', 'ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
].flat()

const targets4 = [
  '127.0.0.1',
  '10.0.0.1',
  '169.254.169.254',
  '168.63.129.16',
  '192.168.1.1',
  '172.16.0.1',
  '100.64.0.1',
  '0.0.0.0',
  '198.18.0.1',
]

const hexOf = (address: string): [high: string, low: string] => {
  const [a = 0, b = 0, c = 0, d = 0] = address.split('.').map(Number)
  return [((a << 8) | b).toString(16), ((c << 8) | d).toString(16)]
}

/** An IPv4 address in the clothes of an IPv6 one. */
export const clothed: string[] = targets4.flatMap(address => {
  const [high, low] = hexOf(address)
  return [
    `::ffff:${address}`,
    `::FFFF:${high}:${low}`,
    `0:0:0:0:0:ffff:${high}:${low}`,
    `::${address}`,
    `::${high}:${low}`,
    `::ffff:0:${address}`,
    `64:ff9b::${address}`,
    `64:ff9b::${high}:${low}`,
    `2002:${high}:${low}::`,
  ]
})

/** How the C library reads an IPv4 address that is not four decimal numbers. */
export const spelled: string[] = targets4.flatMap(address => {
  const [a = 0, b = 0, c = 0, d = 0] = address.split('.').map(Number)
  const whole = ((a << 24) | (b << 16) | (c << 8) | d) >>> 0
  const octal = (n: number) => `0${n.toString(8)}`
  return [
    String(whole),
    `0x${whole.toString(16)}`,
    octal(whole),
    `${a}.${((b << 16) | (c << 8) | d) >>> 0}`,
    `${a}.${b}.${(c << 8) | d}`,
    `0x${a.toString(16)}.${b}.${c}.${d}`,
    [a, b, c, d].map(octal).join('.'),
  ]
})

/** Where a name leads that somebody else's name server answers for. */
export const led: string[] = [...targets4, '::1', 'fd00::1', 'fe80::1', '::ffff:127.0.0.1', '64:ff9b::a00:1', '2002:7f00:1::', '::']

/** What URLs hide a host in. */
export const urls: string[] = [
  'http://127.0.0.1/',
  'http://127.0.0.1:5432/',
  'http://127.1/',
  'http://127.0.1/',
  'http://0/',
  'http://0x7f000001/',
  'http://2130706433/',
  'http://017700000001/',
  'http://0177.0.0.1/',
  'http://0x7f.0.0.0x1/',
  'http://127.0.0.1./',
  'http://%31%32%37.0.0.1/',
  'http://①②⑦.⓪.⓪.①/',
  'http://127。0。0。1/',
  'http://１２７.0.0.1/',
  'http://user@127.0.0.1/',
  'http://mail.example.com@127.0.0.1/',
  'http://127.0.0.1#@mail.example.com/',
  'http://127.0.0.1\\@mail.example.com/',
  'http:\\\\127.0.0.1/',
  'http:127.0.0.1/',
  'http:////127.0.0.1/',
  'http://[::1]/',
  'http://[::]/',
  'http://[0:0:0:0:0:ffff:127.0.0.1]/',
  'http://[::ffff:7f00:1]/',
  'http://[::127.0.0.1]/',
  'http://[64:ff9b::7f00:1]/',
  'http://[fd00:ec2::254]/',
  'http://[fe80::1]/',
  'http://169.254.169.254/latest/meta-data/',
  'http://2852039166/',
  'http://0xa9fea9fe/',
  'http://169.254.43518/',
  'http://100.100.100.200/',
  'https://127.0.0.1/',
  'https://[::1]:443/',
  'https://10.0.0.1/',
  'https://192.168.0.1:8443/',
  'HTTP://LOCALHOST/',
  'http://localhost/',
  'http://localhost./',
  'http://localhost.localdomain/',
  'http://anything.localhost/',
  'http://127.0.0.1.nip.example/',
  'http://metadata.example/',
]
