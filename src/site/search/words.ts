export { searchWords as loader } from './answer.server.ts'
