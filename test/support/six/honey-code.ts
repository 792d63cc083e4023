/** The code of a honey shop in Ruby on Rails. */
export const HONEY_CODE: Readonly<Record<string, string>> = {
  Gemfile:
    "source 'https://rubygems.org'\n\ngem 'rails', '~> 7.1'\ngem 'sidekiq', '~> 7.2'\ngem 'pg'\ngem 'prawn'\n",
  'app/models/product.rb': `# A jar of honey, a candle or a comb.
class Product < ApplicationRecord
  belongs_to :beekeeper
  validates :grams, numericality: { greater_than: 0 }

  scope :in_stock, -> { where('stock > 0') }

  # Price for 100 grams, which the law wants beside every price.
  def unit_price
    (price_cents * 100.0 / grams).round
  end

  def sold_out?
    stock.zero?
  end
end
`,
  'app/models/order.rb': `class Order < ApplicationRecord
  has_many :lines, class_name: 'OrderLine'
  belongs_to :customer

  STATES = %w[cart placed paid shipped returned].freeze
  FREE_SHIPPING_CENTS = 4900

  class EmptyOrder < StandardError; end

  def place!
    raise EmptyOrder, 'an order needs at least one line' if lines.empty?

    transaction do
      lines.each { |line| Inventory.reserve!(line.product, line.quantity) }
      update!(state: 'placed', placed_at: Time.current)
    end
    InvoiceJob.perform_later(id)
  end

  def shipping_cents
    total_cents >= FREE_SHIPPING_CENTS ? 0 : ShippingRate.for(customer.country)
  end

  def total_cents
    lines.sum { |line| line.quantity * line.product.price_cents }
  end
end
`,
  'app/models/customer.rb': `class Customer < ApplicationRecord
  has_many :orders
  has_secure_password

  validates :email, presence: true, uniqueness: { case_sensitive: false }

  # Deletes what identifies a person and keeps the orders for the books.
  def forget!
    update!(email: "gone-#{id}@example.invalid", name: 'Forgotten', phone: nil)
  end
end
`,
  'app/models/beekeeper.rb': `class Beekeeper < ApplicationRecord
  has_many :products

  COMMISSION = 0.12

  def payout_cents(sales_cents)
    (sales_cents * (1 - COMMISSION)).floor
  end
end
`,
  'app/services/inventory.rb': `# Keeps count of jars.
module Inventory
  class OutOfStock < StandardError; end

  def self.reserve!(product, quantity)
    product.with_lock do
      raise OutOfStock, "only #{product.stock} left" if product.stock < quantity

      product.decrement!(:stock, quantity)
    end
  end

  def self.restock!(product, quantity)
    product.increment!(:stock, quantity)
  end
end
`,
  'app/services/shipping_rate.rb': `# What a parcel costs to send.
module ShippingRate
  RATES = { 'AT' => 590, 'DE' => 690, 'CH' => 1490 }.freeze
  ELSEWHERE = 1990

  def self.for(country)
    RATES.fetch(country, ELSEWHERE)
  end
end
`,
  'app/services/coupon.rb': `# Codes that make an order cheaper.
class Coupon
  def initialize(code, percent, expires_on)
    @code = code
    @percent = percent
    @expires_on = expires_on
  end

  def apply(cents)
    return cents if Date.current > @expires_on

    cents - (cents * @percent / 100)
  end
end
`,
  'app/jobs/invoice_job.rb': `class InvoiceJob < ApplicationJob
  queue_as :documents
  retry_on Prawn::Errors::CannotFit, wait: 30.seconds, attempts: 4

  def perform(order_id)
    order = Order.find(order_id)
    pdf = InvoicePdf.new(order).render
    OrderMailer.with(order: order, pdf: pdf).invoice.deliver_now
  end
end
`,
  'app/jobs/newsletter_job.rb': `class NewsletterJob < ApplicationJob
  queue_as :bulk
  BATCH = 500

  def perform(issue_id)
    Customer.where(newsletter: true).in_batches(of: BATCH) do |batch|
      batch.each { |customer| NewsletterMailer.issue(customer, issue_id).deliver_later }
    end
  end
end
`,
  'app/controllers/checkout_controller.rb': `class CheckoutController < ApplicationController
  def create
    order = current_customer.orders.find(params[:order_id])
    order.place!
    redirect_to PaymentGateway.checkout_url(order), allow_other_host: true
  rescue Inventory::OutOfStock => e
    redirect_to cart_path, alert: e.message
  end
end
`,
  'app/controllers/webhooks_controller.rb': `class WebhooksController < ApplicationController
  skip_forgery_protection

  # The payment provider calls this when money has arrived.
  def payment
    event = PaymentGateway.verify!(request.raw_post, request.headers['X-Signature'])
    Order.find(event.order_id).update!(state: 'paid')
    head :ok
  rescue PaymentGateway::BadSignature
    head :unauthorized
  end
end
`,
  'lib/payment_gateway.rb': `require 'openssl'

# Talks to Quickmoney.
module PaymentGateway
  class BadSignature < StandardError; end

  def self.verify!(body, signature)
    expected = OpenSSL::HMAC.hexdigest('SHA256', ENV.fetch('QUICKMONEY_SECRET'), body)
    raise BadSignature unless ActiveSupport::SecurityUtils.secure_compare(expected, signature.to_s)

    Event.new(JSON.parse(body))
  end
end
`,
  'app/javascript/controllers/cart_controller.js': `import { Controller } from '@hotwired/stimulus';

export default class extends Controller {
  static targets = ['quantity', 'total'];

  update() {
    const sum = this.quantityTargets.reduce((all, field) => all + field.value * field.dataset.price, 0);
    this.totalTarget.textContent = (sum / 100).toFixed(2);
  }
}
`,
  'app/views/orders/show.html.erb':
    '<h1>Order <%= @order.id %></h1>\n<% @order.lines.each do |line| %>\n  <p><%= line.product.name %>: <%= line.quantity %></p>\n<% end %>\n',
  'config/routes.rb':
    "Rails.application.routes.draw do\n  resources :products, only: %i[index show]\n  resource :cart\n  post 'checkout', to: 'checkout#create'\n  post 'webhooks/payment', to: 'webhooks#payment'\nend\n",
  'config/sidekiq.yml': ':concurrency: 5\n:queues:\n  - [documents, 3]\n  - [bulk, 1]\n',
  'db/schema.rb': `ActiveRecord::Schema[7.1].define(version: 2026_04_02) do
  create_table "products" do |t|
    t.string "name"
    t.integer "price_cents"
    t.integer "grams"
    t.integer "stock"
  end

  create_table "orders" do |t|
    t.string "state"
    t.datetime "placed_at"
  end
end
`,
  'spec/models/order_spec.rb': `RSpec.describe Order do
  it 'ships for free above the limit' do
    expect(build(:order, total: 5000).shipping_cents).to eq(0)
  end

  it 'refuses to be placed without lines' do
    expect { described_class.new.place! }.to raise_error(Order::EmptyOrder)
  end
end
`,
  'spec/services/inventory_spec.rb': `RSpec.describe Inventory do
  it 'never sells more jars than there are' do
    expect { described_class.reserve!(jar, 3) }.to raise_error(Inventory::OutOfStock)
  end
end
`,
};
