// A file of tests, each named as a sentence.
import { Card } from '../../../ui/Card.tsx'
import { Ticks } from '../../pieces/Ticks.tsx'
import { named } from './house.ts'

export function Sentences() {
  return (
    <Card className="max-w-lg">
      <code className="text-sm text-ink-2">{named.file}</code>
      <Ticks items={named.tests} className="text-sm/6" />
    </Card>
  )
}
