// What the page /careers shows of the repository stands in it.
import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { layers, named } from '../web/site/pages/careers/repository.ts'

const at = (path: string) => new URL(`../${path}`, import.meta.url)

test('each file and folder of its architecture is there', () => {
  expect(layers.flatMap(({ stands }) => stands).filter(path => !existsSync(at(path)))).toEqual([])
})

test('each sentence of its tests names a test', () => {
  const file = readFileSync(at(named.file), 'utf8')
  expect(named.tests.filter(sentence => !file.includes(`test('${sentence}'`))).toEqual([])
})
