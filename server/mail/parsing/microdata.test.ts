// Tests that schema.org microdata in HTML is read like JSON-LD.
import { expect, test } from 'vitest'
import { viewed } from '../../../test/render-viewed.ts'

const mail = (html: string) =>
  Buffer.from(`From: Shop <no-reply@shop.example>\r\nSubject: Hi\r\nContent-Type: text/html; charset=utf-8\r\n\r\n${html}<p>seen</p>`)

const invoice = (type: string) =>
  `<div itemscope itemtype="${type}"><meta itemprop="confirmationNumber" content="TW-9"><table><tr><td>
  <span itemprop="provider" itemscope itemtype="http://schema.org/Organization"><b itemprop="name">Tools &amp; Co</b></span></td></tr></table>
  <div itemprop="totalPaymentDue" itemscope itemtype="http://schema.org/PriceSpecification">
  <meta itemprop="priceCurrency" content="EUR"><span itemprop="price">12.50</span></div>
  <time itemprop="paymentDueDate" datetime="2026-04-01T00:00:00">1 April</time></div>`

test('a bill in microdata becomes a card', async () => {
  const { card } = await viewed(mail(invoice('http://schema.org/Invoice')))
  expect(card).toEqual({
    kind: 'invoice',
    amount: '12.50',
    currency: 'EUR',
    due: '2026-04-01',
    number: 'TW-9',
    issuer: 'Tools & Co',
    isPaid: false,
  })
})

test('microdata of another vocabulary, or nested without end, has no card', async () => {
  expect((await viewed(mail(invoice('http://data.example/Invoice')))).card).toBeUndefined()
  const deep = '<div itemscope itemtype="http://schema.org/Invoice" itemprop="a">'.repeat(200)
  expect((await viewed(mail(deep + '</div>'.repeat(200)))).card).toBeUndefined()
})

test('a property called like one of every object is a property like any other', async () => {
  const odd = '<div itemscope itemtype="http://schema.org/Order"><b itemprop="__proto__">x</b><b itemprop="constructor">y</b></div>'
  expect((await viewed(mail(odd))).card).toBeUndefined()
})
