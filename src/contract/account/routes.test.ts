import { expectTypeOf, test } from 'vitest'
import type { ApiKey } from './keys.ts'
import type { Input, Output, RouteName } from './routes.ts'

test('the route name of a call determines the types of its input and output', () => {
  expectTypeOf<Output<'GET /api/keys'>>().toEqualTypeOf<ApiKey[]>()
  expectTypeOf<{ params: { id: string }; body: { name: string } }>().toExtend<Input<'POST /api/keys/{id}/rename'>>()
  expectTypeOf<Record<never, never>>().toExtend<Input<'GET /api/keys'>>()
})

test('a call with an unknown route or wrong parameters fails the type check', () => {
  expectTypeOf<'GET /api/none'>().not.toExtend<RouteName>()
  expectTypeOf<'GET /api/usage/export'>().not.toExtend<RouteName>()
  expectTypeOf<{ params: { id: string } }>().not.toExtend<Input<'POST /api/keys/{id}/rename'>>()
  expectTypeOf<{ params: { id: string }; body: { id: string } }>().not.toExtend<Input<'POST /api/keys/{id}/rename'>>()
})
