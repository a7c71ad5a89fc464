// Tests that a language is detected only if the text is clear.
import { expect, test } from 'vitest'
import { detectLanguages } from './language.ts'
import { measureMs } from './timing.fixture.ts'

test.each([
  ['Please find the invoice attached.', 'en'],
  ['Bitte überweisen Sie den Betrag bis Freitag.', 'de'],
  ['Merhaba, 3 Ağustos’a kadar izindeyim.', 'tr'],
  ['El pedido llega mañana, gracias por su compra', 'es'],
  ['Votre commande a été expédiée ce matin, merci de votre confiance', 'fr'],
  ['Il tuo ordine è stato spedito e arriverà domani mattina', 'it'],
  ['Ainda não identificamos o pagamento do seu pedido', 'pt'],
  ['Je bestelling is onderweg en wordt morgen bij je thuis bezorgd', 'nl'],
  ['Baik Pak, saya tunggu hari Rabu jam sepuluh di gudang besar kami', 'id'],
  ['Ваш заказ отправлен, мы доставим его завтра вечером, чтобы вы были дома', 'ru'],
  ['شكراً لك، الموعد مناسب لنا يوم الثلاثاء القادم', 'ar'],
  ['मार्च महीने का आपका बिल तैयार है, कृपया भुगतान करें', 'hi'],
  ['いつもご利用ありがとうございます。', 'ja'],
  ['请查收本月的发票', 'zh'],
  ['청구서를 확인해 주세요', 'ko'],
  ['שלום רב, ההזמנה מוכנה', 'he'],
])('%s is %s', (text, language) => {
  expect(detectLanguages(text)).toEqual([language])
})

test.each([
  [''],
  ['ok'],
  ['Hello'],
  ['Invoice 42 EUR'],
  ['https://example.com/a-long-address-of-many-words anna@example.com'],
  ['1234567890 42 42 42'],
  ['Jeg kommer i morgen, når vi har spist frokost sammen'],
])('%s has no clear language', text => {
  expect(detectLanguages(text)).toEqual([])
})

test('64 KB are processed quickly', () => {
  for (const text of ['a@', 'x://', 'é ', 'word ', '漢']) {
    const body = text.repeat(65_536 / text.length)
    expect(measureMs(Date.now, () => detectLanguages(body), 1000)).toBeLessThan(1000)
  }
})
