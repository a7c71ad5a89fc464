// Whether an invoice is paid, open, refunded or disputed.
import type { Invoice } from '../../../core/api/billing.ts'
import { type StateKind, StateLabel } from '../../ui/feedback/StateLabel.tsx'
import { useWords } from '../../words/words.tsx'
import { useBillingText } from './useBillingText.ts'

type InvoiceWord = Invoice['state'] | 'disputed' | 'refunded' | 'partly_refunded' | 'due'

const kinds: Record<InvoiceWord, StateKind> = {
  draft: 'info',
  open: 'warn',
  due: 'warn',
  paid: 'ok',
  void: 'off',
  uncollectible: 'bad',
  disputed: 'bad',
  refunded: 'off',
  partly_refunded: 'ok',
}

export function InvoiceLabel({ invoice }: { invoice: Invoice }) {
  const t = useWords('subscription')
  const text = useBillingText()
  const word = findWord(invoice)
  return <StateLabel kind={kinds[word]} label={t(`invoice.${word}`, { day: invoice.dueAt ? text.day(invoice.dueAt) : '' })} />
}

function findWord({ state, isDisputed, refunded, paid, dueAt }: Invoice): InvoiceWord {
  if (isDisputed) return 'disputed'
  if (state === 'open' && dueAt) return 'due'
  if (state !== 'paid' || refunded.amount === 0) return state
  return refunded.amount >= paid.amount ? 'refunded' : 'partly_refunded'
}
