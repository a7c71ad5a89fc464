// Maps matched rules about amounts of money to sentence pieces.
import type { AmountTest } from '../../tree.ts'
import type { Captured, SentencePiece } from '../pieces.ts'
import { askPiece, type Meanings, testPiece } from './pieces.ts'

export const amountMeanings: Meanings = {
  amountover: captured => [amountPiece('over', captured)],
  amountatleast: captured => [amountPiece('at_least', captured)],
  amountunder: captured => [amountPiece('under', captured)],
  amountatmost: captured => [amountPiece('at_most', captured)],
  amountbetween: captured => [amountPiece('between', captured)],
  bigamount: () => [askPiece('amount', 'amount', [{ hole: 'amount' }])],
  smallamount: () => [askPiece('small_amount', 'amount', [{ hole: 'small_amount' }])],
}

function amountPiece(operator: AmountTest['operator'], { money = [], price = [] }: Captured): SentencePiece {
  const phrases = [...money, ...price]
  const sums = phrases.map(({ amount }) => amount)
  const code = phrases.find(({ currency }) => currency !== null)?.currency
  const currency = code ? { currency: code } : {}
  const test: AmountTest =
    operator === 'between'
      ? { field: 'amount', operator, from: Math.min(...sums), to: Math.max(...sums), ...currency }
      : { field: 'amount', operator, amount: sums[0] ?? 0, ...currency }
  return testPiece([test], 'amount')
}
