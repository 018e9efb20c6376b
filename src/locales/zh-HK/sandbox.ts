import type { Words } from '#src/contract/words.ts'
import type en from '../en-US/sandbox.ts'

const sandbox: Words<typeof en> = {
  wallet: {
    title: '測試錢包',
    mark: '沙盒：模擬行情、測試資金',
    lead: '在本機的模擬鏈轉出測試 USDT。測試幣沒有價值，亦不會離開本機。',
    network: '網絡',
    address: '收款地址',
    amount: '金額（USDT）',
    send: '轉帳',
    sent: '已轉出：',
    tricksTitle: '模擬鏈上異常',
    tricks: {
      reorganise: '重組 5 個區塊，付款重新打包',
      reorganise_and_drop: '重組 5 個區塊，付款消失',
      silent: '節點隱藏轉帳 20 秒',
      unreachable: '節點失聯 20 秒',
      honest: '節點恢復正常',
    },
  },
  mailbox: {
    title: '內置信箱',
    lead: '此沙盒發出的所有電郵，最新的在前。電郵不會離開本機，頁面每 10 秒重新載入一次。',
    none: '暫無電郵。註冊後，驗證碼會在此出現。',
    to: '收件人',
    read: '查看內文',
  },
}

export default sandbox
