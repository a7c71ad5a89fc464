// The page of email accounts: where email is fetched from, and how to fix problems.
import { Inbox, type LucideIcon, Plus } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useSearchParams } from 'react-router'
import { SignInProblem } from '../../../core/api/mail.ts'
import { useNow } from '../../now.ts'
import { Button } from '../../ui/Button.tsx'
import { useExplain } from '../../ui/feedback/failure.ts'
import { Note } from '../../ui/feedback/Note.tsx'
import { SkeletonCard } from '../../ui/feedback/Skeleton.tsx'
import { Badge, Card } from '../../ui/layout/Card.tsx'
import { PageHeader } from '../../ui/layout/PageHeader.tsx'
import { toast } from '../../ui/overlays/toast.ts'
import { useWords } from '../../words/words.tsx'
import { useLedger } from '../queries/ledger.ts'
import { useAddMailbox, useMailboxes } from '../queries/mailboxes.ts'
import { AddMailbox } from './add/AddMailbox.tsx'
import { MailboxCard } from './MailboxCard.tsx'

const emptyWeek = [0, 0, 0, 0, 0, 0, 0]

export function EmailAccounts() {
  const t = useWords('accounts')
  const explain = useExplain()
  const now = useNow()
  const mailboxes = useMailboxes()
  const today = useLedger(1).data?.perMailbox ?? []
  const week = useLedger(7).data?.perMailbox
  const items = mailboxes.data?.items
  const [search, setSearch] = useSearchParams()
  const [isAdding, setAdding] = useState(false)
  // The command palette links here with `?add=yes`.
  const isRequested = search.get('add') === 'yes'
  const signedIn = items?.find(mailbox => mailbox.id === search.get('added')) ?? null
  const problem = SignInProblem.safeParse(search.get('problem'))
  const close = () => {
    setAdding(false)
    if (search.size > 0) setSearch({}, { replace: true })
  }
  return (
    <div>
      <PageHeader
        title={t('title')}
        action={
          <Button onClick={() => setAdding(true)}>
            <Plus size={18} aria-hidden /> {t('add')}
          </Button>
        }
      />
      {mailboxes.error && (
        <Note kind="danger" alert>
          <b>{t('loading')}.</b> {explain(mailboxes.error)}
        </Note>
      )}
      {problem.success && (
        <div className="mb-(--gap)">
          <Note kind={problem.data === 'sign_in_cancelled' ? 'info' : 'danger'} alert>
            {t(`signIn.${problem.data}`)}
          </Note>
        </div>
      )}
      <div className="grid grid-cols-1 gap-(--gap) sm:grid-cols-2">
        {mailboxes.isPending && <SkeletonCard tall="min-h-73" />}
        {items?.map(mailbox => (
          <MailboxCard
            key={mailbox.id}
            mailbox={mailbox}
            count={today.find(count => count.mailboxId === mailbox.id)}
            week={week && (week.find(count => count.mailboxId === mailbox.id)?.daily ?? emptyWeek)}
            now={now}
          />
        ))}
        {items && <AddAccountCard onAdd={() => setAdding(true)} />}
        {items?.every(mailbox => mailbox.kind !== 'address') && <AddAddressCard />}
      </div>
      <AddMailbox open={isAdding || isRequested || signedIn !== null} signedIn={signedIn} onClose={close} />
    </div>
  )
}

function AddAccountCard({ onAdd }: { onAdd(): void }) {
  const t = useWords('accounts')
  return (
    <EmptyCard icon={Plus} word={t('add')} onPress={onAdd}>
      {t('addText')}
    </EmptyCard>
  )
}

/** Offered to people without a Mailferry address. */
function AddAddressCard() {
  const t = useWords('accounts')
  const explain = useExplain()
  const add = useAddMailbox()
  const addAddress = () =>
    add.mutate(
      { kind: 'address' },
      {
        onSuccess: mailbox => toast.success(t('added', { address: mailbox.address })),
        onError: error => toast.error(explain(error)),
      },
    )
  return (
    <EmptyCard icon={Inbox} word={t('address.get')} busy={add.isPending} onPress={addAddress}>
      {t('address.text')}
    </EmptyCard>
  )
}

interface EmptyCardProps {
  icon: LucideIcon
  word: string
  busy?: boolean
  onPress(): void
  children: ReactNode
}

/** An empty card that adds an account; all of it is clickable. */
function EmptyCard({ icon: Icon, word, busy = false, onPress, children }: EmptyCardProps) {
  return (
    <Card look="dashed" className="relative hover:bg-water/45 sm:last:odd:col-span-full">
      <div className="flex items-center gap-3">
        <Badge>
          <Icon size={18} />
        </Badge>
        <button
          type="button"
          aria-busy={busy || undefined}
          disabled={busy}
          onClick={onPress}
          className="text-start text-md font-title text-accent-ink after:absolute after:inset-0 aria-busy:opacity-55"
        >
          {word}
        </button>
      </div>
      <p className="text-sm text-ink-2">{children}</p>
    </Card>
  )
}
