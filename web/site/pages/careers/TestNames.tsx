// Shows one test file of the repository, with tests named as sentences.
import { Card } from '../../../ui/layout/Card.tsx'
import { Ticks } from '../../../ui/text/Ticks.tsx'
import { named } from './repository.ts'

export function Sentences() {
  return (
    <Card className="max-w-lg">
      <code className="text-sm text-ink-2">{named.file}</code>
      <Ticks items={named.tests} className="text-sm/6" />
    </Card>
  )
}
