// Gallery: cards, empty states, loading, errors, the phone.
import { Archive, MailOpen, Plus } from 'lucide-react'
import { Button } from '../ui/Button.tsx'
import { EmptyState } from '../ui/feedback/EmptyState.tsx'
import { ErrorCard } from '../ui/feedback/ErrorCard.tsx'
import { SkeletonCard, SkeletonRows } from '../ui/feedback/Skeleton.tsx'
import { Spinner } from '../ui/feedback/Spinner.tsx'
import { StateLabel } from '../ui/feedback/StateLabel.tsx'
import { Badge, Card, Facts } from '../ui/layout/Card.tsx'
import { LinkPhone } from '../ui/phone/LinkPhone.tsx'
import { Bubble, Phone } from '../ui/phone/Phone.tsx'
import { Rich } from '../ui/text/Rich.tsx'
import { useWords } from '../words/words.tsx'

export function GalleryCards() {
  const t = useWords('gallery')
  return (
    <>
      <LinkPhone url={t('url')} text={t('codeText')} code={t('code')} number={t('number')} step="received" expires={t('expires')} />
      <div className="grid grid-cols-1 gap-(--gap) md:grid-cols-2">
        <EmptyState motif title={t('empty.title')} action={<Button>{t('empty.deed')}</Button>}>
          {t('empty.text')}
        </EmptyState>
        <div className="grid content-start gap-(--gap)">
          <ErrorCard error={new Error(t('error.sample'))} onRetry={() => {}} />
          <LoadingSamples />
        </div>
        <EmptyState title={t('none.title')}>{t('none.text')}</EmptyState>
        <PhoneSample />
      </div>
      <CardSamples />
    </>
  )
}

function LoadingSamples() {
  const t = useWords('gallery')
  return (
    <Card>
      <h2>{t('loading')}</h2>
      <SkeletonRows rows={2} />
      <SkeletonCard />
      <div className="flex flex-wrap items-end gap-5">
        {(['sm', 'md', 'lg', 'xl'] as const).map(size => (
          <Spinner key={size} size={size} />
        ))}
      </div>
    </Card>
  )
}

function PhoneSample() {
  const t = useWords('gallery')
  const buttons = [
    <>
      <MailOpen key="icon" size={16} aria-hidden /> {t('bubble.show')}
    </>,
    <>
      <Archive key="icon" size={16} aria-hidden /> {t('bubble.archive')}
    </>,
  ]
  return (
    <Phone number={t('number')} day={t('bubble.today')}>
      <Bubble time="14:02" file={{ name: t('bubble.file'), size: t('bubble.size') }} buttons={buttons}>
        <p>
          <Rich text={t('bubble.head')} />
        </p>
        <p>{t('bubble.text')}</p>
      </Bubble>
      <Bubble mine time="14:03" ticks="accepted">
        {t('bubble.reply')}
      </Bubble>
      <Bubble mine time="14:03" ticks="read">
        {t('bubble.reply')}
      </Bubble>
    </Phone>
  )
}

function CardSamples() {
  const t = useWords('gallery')
  const ui = useWords('ui')
  const head = (
    <div className="flex items-center gap-3">
      <Badge>{t('card.address')[0]?.toUpperCase()}</Badge>
      <div className="min-w-0 flex-1">
        <h3 className="truncate text-md">{t('card.address')}</h3>
        <p className="text-sm text-ink-2">{t('card.kind')}</p>
      </div>
    </div>
  )
  return (
    <>
      <div className="grid grid-cols-1 gap-(--gap) sm:grid-cols-3">
        <Card>
          {head}
          <StateLabel kind="ok" label={t('connected')} />
          <Facts facts={[{ name: t('card.fact'), value: ui('ago.seconds', { n: 12 }) }]} />
        </Card>
        <Card look="needs">
          {head}
          <StateLabel kind="bad" label={t('needs')} />
          <p className="text-sm">
            <Rich text={t('note.danger')} />
          </p>
        </Card>
        <Card look="dashed">
          <div className="flex items-center gap-3">
            <Badge>
              <Plus size={18} />
            </Badge>
            <h3 className="text-md">{t('card.add')}</h3>
          </div>
          <p className="text-sm text-ink-2">{t('card.addText')}</p>
        </Card>
      </div>
    </>
  )
}
