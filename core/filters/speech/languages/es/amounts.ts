// Spanish: rules for amounts of money, and the words for currencies.
import { toLookup } from '../dictionary.ts'

const over =
  'mas de|de mas de|por mas de|por valor de mas de|superiores a|superior a|por encima de|mayores de|mayor de|mayores que|mayor que|mayores a|mayor a|que superen|que superan|que supere|que supera|que pasen de|que pasan de'
const under =
  'menos de|de menos de|por menos de|inferiores a|inferior a|por debajo de|menores de|menor de|menores que|menor que|menores a|menor a|que no lleguen a'
const atLeast = 'al menos|a el menos|de a el menos|por a el menos|como minimo|de como minimo|un minimo de|no menos de'
const atMost = 'como maximo|de como maximo|a lo sumo|un maximo de|no mas de'
const stated = '[cuyo|con|si|cuando|y|por|de|que] [el|un|su|los] (importe|importes|total|monto|valor|precio|suma) [sea|es|son|sean|de]'

const compared = (words: string): string[] => [`[de|por|que] (${words}) [los|las|de] <price>`, `${stated} (${words}) [los|las|de] <money>`]

export const amounts: Record<string, string[]> = {
  amountover: compared(over),
  amountatleast: [...compared(atLeast), '(a partir de|desde) [los] <price>', '<price> (o mas|como minimo|en adelante)'],
  amountunder: compared(under),
  amountatmost: [...compared(atMost), 'hasta [los] <price>', '<price> (o menos|como maximo)'],
  amountbetween: ['[de|por] (entre|de) [los] <money> (y|a) [los] <price>', `${stated} (entre|de) [los] <money> (y|a) [los] <money>`],
  bigamount: [
    '(pagos|transferencias|importes|cargos|compras|facturas|gastos) (grandes|elevados|altos|altas|elevadas|importantes)',
    `[de|por|que] (${over}|${atLeast}|a partir de) [los|de] <money>`,
  ],
  smallamount: [
    '(pagos|transferencias|importes|cargos|compras|facturas|gastos) (pequenos|pequenas|bajos|bajas)',
    `[de|por|que] (${under}|${atMost}) [los|de] <money>`,
  ],
}

/** Null: a word that several currencies share. */
export const currencies = toLookup<string | null>(
  ['€|euro|euros|eur|pavos', 'EUR'],
  ['dolar|dolares|usd', 'USD'],
  ['£|libra|libras|gbp', 'GBP'],
  ['$|peso|pesos|franco|francos|corona|coronas|dinar|dinares', null],
  ['sol|soles|pen', 'PEN'],
  ['real|reales|brl', 'BRL'],
  ['¥|yen|yenes|jpy', 'JPY'],
  ['mxn', 'MXN'],
  ['clp', 'CLP'],
  ['ars', 'ARS'],
  ['cop', 'COP'],
  ['chf', 'CHF'],
)

export const scales = toLookup(['k|mil', 1000], ['millon|millones', 1_000_000])
