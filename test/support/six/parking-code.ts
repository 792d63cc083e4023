/** The code of a city's parking permits in Elixir with Phoenix. */
export const PARKING_CODE: Readonly<Record<string, string>> = {
  'mix.exs': `defmodule Kerbside.MixProject do
  use Mix.Project

  def project do
    [app: :kerbside, version: "2.8.1", elixir: "~> 1.16", deps: deps(), aliases: aliases()]
  end

  def application, do: [mod: {Kerbside.Application, []}, extra_applications: [:logger]]

  defp deps do
    [
      {:phoenix, "~> 1.7.11"},
      {:phoenix_live_view, "~> 0.20"},
      {:ecto_sql, "~> 3.11"},
      {:postgrex, ">= 0.0.0"},
      {:oban, "~> 2.17"},
      {:req, "~> 0.4"},
      {:swoosh, "~> 1.15"},
      {:credo, "~> 1.7", only: [:dev, :test]}
    ]
  end

  defp aliases, do: ["ecto.setup": ["ecto.create", "ecto.migrate"], test: ["ecto.create --quiet", "test"]]
end
`,
  'lib/kerbside/application.ex': `defmodule Kerbside.Application do
  @moduledoc false
  use Application

  @impl true
  def start(_type, _args) do
    children = [
      Kerbside.Repo,
      {Phoenix.PubSub, name: Kerbside.PubSub},
      {Oban, Application.fetch_env!(:kerbside, Oban)},
      Kerbside.ZoneCache,
      KerbsideWeb.Endpoint
    ]

    Supervisor.start_link(children, strategy: :one_for_one, name: Kerbside.Supervisor)
  end
end
`,
  'lib/kerbside/permits.ex': `defmodule Kerbside.Permits do
  @moduledoc "Residents and visitors get permits for a zone; this is where they are issued, renewed and revoked."
  import Ecto.Query
  alias Kerbside.{Plates, Repo}
  alias Kerbside.Permits.{Permit, Pricing, Zone}

  @max_per_household 2

  @doc "Issues a permit if the zone has room and the household has not too many."
  def issue(attrs) do
    zone = Repo.get_by!(Zone, code: attrs.zone)

    cond do
      count_for(attrs.household) >= @max_per_household -> {:error, :household_limit}
      zone_full?(zone) -> {:error, :zone_full}
      true -> insert(attrs, zone)
    end
  end

  @doc "Renews for a year, counted from the day the old one ends."
  def renew(%Permit{} = permit) do
    permit
    |> Permit.changeset(%{ends_on: Date.add(permit.ends_on, 365)})
    |> Repo.update()
  end

  def revoke(%Permit{} = permit, reason) when is_binary(reason) do
    permit
    |> Permit.changeset(%{status: :revoked, revoked_because: reason})
    |> Repo.update()
  end

  defp zone_full?(%Zone{capacity: capacity, code: code}) do
    Repo.aggregate(from(p in Permit, where: p.zone == ^code and p.status == :active), :count) >= capacity
  end

  defp count_for(household) do
    Repo.aggregate(from(p in Permit, where: p.household == ^household and p.status == :active), :count)
  end

  defp insert(attrs, zone) do
    %Permit{}
    |> Permit.changeset(%{attrs | plate: Plates.normalise(attrs.plate)} |> Map.put(:price_cents, Pricing.price(zone, attrs.kind)))
    |> Repo.insert()
  end
end
`,
  'lib/kerbside/permits/permit.ex': `defmodule Kerbside.Permits.Permit do
  use Ecto.Schema
  import Ecto.Changeset

  schema "permits" do
    field :plate, :string
    field :household, :string
    field :zone, :string
    field :kind, Ecto.Enum, values: [:resident, :visitor, :carer, :trade]
    field :status, Ecto.Enum, values: [:active, :expired, :revoked], default: :active
    field :starts_on, :date
    field :ends_on, :date
    field :price_cents, :integer
    field :revoked_because, :string
    timestamps()
  end

  def changeset(permit, attrs) do
    permit
    |> cast(attrs, [:plate, :household, :zone, :kind, :status, :starts_on, :ends_on, :price_cents, :revoked_because])
    |> validate_required([:plate, :zone, :kind, :ends_on])
    |> unique_constraint([:plate, :zone], name: :permits_one_active_per_plate)
  end
end
`,
  'lib/kerbside/permits/zone.ex': `defmodule Kerbside.Permits.Zone do
  use Ecto.Schema

  schema "zones" do
    field :code, :string
    field :name, :string
    field :capacity, :integer
    field :tariff, Ecto.Enum, values: [:inner, :ring, :outer]
    field :boundary, {:array, :map}
    timestamps()
  end
end
`,
  'lib/kerbside/permits/pricing.ex': `defmodule Kerbside.Permits.Pricing do
  @moduledoc "What a permit costs a year, in cents."
  alias Kerbside.Permits.Zone

  @yearly %{inner: 18_000, ring: 9_600, outer: 4_200}
  @carer_discount 0.5

  def price(%Zone{tariff: tariff}, :resident), do: @yearly[tariff]
  def price(%Zone{tariff: tariff}, :carer), do: round(@yearly[tariff] * @carer_discount)
  def price(%Zone{tariff: tariff}, :trade), do: @yearly[tariff] * 3
  def price(%Zone{}, :visitor), do: 450
end
`,
  'lib/kerbside/plates.ex': `defmodule Kerbside.Plates do
  @moduledoc "Licence plates as people type them, and as we keep them."

  @doc "Upper case, without blanks and dashes; the letter O becomes a zero where a digit must stand."
  def normalise(plate) when is_binary(plate) do
    plate
    |> String.upcase()
    |> String.replace(~r/[\\s-]/, "")
  end

  def foreign?(plate), do: not String.match?(normalise(plate), ~r/^[A-Z]{1,3}[A-Z]{1,2}[0-9]{1,4}E?$/)
end
`,
  'lib/kerbside/geo.ex': `defmodule Kerbside.Geo do
  @moduledoc "Which zone a point lies in."

  @doc "Ray casting; points on the border count as inside."
  def inside?({x, y}, polygon) do
    polygon
    |> Enum.zip(tl(polygon) ++ [hd(polygon)])
    |> Enum.count(fn {{x1, y1}, {x2, y2}} ->
      (y1 > y) != (y2 > y) and x < (x2 - x1) * (y - y1) / (y2 - y1) + x1
    end)
    |> rem(2) == 1
  end
end
`,
  'lib/kerbside/zone_cache.ex': `defmodule Kerbside.ZoneCache do
  @moduledoc "Zones in memory: they are asked for on every scan and change twice a year."
  use GenServer
  alias Kerbside.Permits.Zone
  alias Kerbside.Repo

  @refresh_ms :timer.minutes(10)

  def start_link(_), do: GenServer.start_link(__MODULE__, [], name: __MODULE__)
  def get(code), do: :ets.lookup(__MODULE__, code) |> List.first()

  @impl true
  def init(_) do
    :ets.new(__MODULE__, [:named_table, read_concurrency: true])
    send(self(), :refresh)
    {:ok, nil}
  end

  @impl true
  def handle_info(:refresh, state) do
    for zone <- Repo.all(Zone), do: :ets.insert(__MODULE__, {zone.code, zone})
    Process.send_after(self(), :refresh, @refresh_ms)
    {:noreply, state}
  end
end
`,
  'lib/kerbside/fines.ex': `defmodule Kerbside.Fines do
  @moduledoc "Fines written by wardens, and what becomes of them."
  alias Kerbside.Fines.{Appeal, Fine}
  alias Kerbside.Repo

  @grace_minutes 10

  def write(scan) do
    if DateTime.diff(scan.seen_at, scan.first_seen_at, :minute) < @grace_minutes do
      {:ok, :within_grace}
    else
      Repo.insert(Fine.changeset(%Fine{}, scan))
    end
  end

  @doc "An appeal stops the reminder until somebody has decided on it."
  def appeal(%Fine{} = fine, text) do
    Repo.transaction(fn ->
      Repo.update!(Ecto.Changeset.change(fine, status: :appealed))
      Repo.insert!(%Appeal{fine_id: fine.id, text: text})
    end)
  end

  def cancel(%Fine{} = fine, warden), do: Repo.update(Ecto.Changeset.change(fine, status: :cancelled, cancelled_by: warden))
end
`,
  'lib/kerbside/fines/fine.ex': `defmodule Kerbside.Fines.Fine do
  use Ecto.Schema
  import Ecto.Changeset

  schema "fines" do
    field :plate, :string
    field :zone, :string
    field :amount_cents, :integer
    field :status, Ecto.Enum, values: [:open, :paid, :appealed, :cancelled]
    field :cancelled_by, :string
    field :photo_key, :string
    timestamps()
  end

  def changeset(fine, attrs), do: fine |> cast(Map.from_struct(attrs), [:plate, :zone, :amount_cents, :photo_key]) |> validate_required([:plate, :zone])
end
`,
  'lib/kerbside/fines/appeal.ex': `defmodule Kerbside.Fines.Appeal do
  use Ecto.Schema

  schema "appeals" do
    field :fine_id, :integer
    field :text, :string
    field :decision, Ecto.Enum, values: [:upheld, :rejected]
    field :decided_by, :string
    timestamps()
  end
end
`,
  'lib/kerbside/payments/gateway.ex': `defmodule Kerbside.Payments.Gateway do
  @moduledoc "Talks to Mollie. Calls are tried again when the network fails, never when Mollie says no."

  @attempts 3
  @pause_ms 400

  def create_payment(cents, description), do: with_retry(fn -> post("/payments", %{amount: cents, description: description}) end)
  def refund(payment_id, cents), do: with_retry(fn -> post("/payments/#{payment_id}/refunds", %{amount: cents}) end)

  defp with_retry(fun, attempt \\\\ 1) do
    case fun.() do
      {:error, %Req.TransportError{}} when attempt < @attempts ->
        Process.sleep(@pause_ms * attempt)
        with_retry(fun, attempt + 1)

      other ->
        other
    end
  end

  defp post(path, body) do
    Req.post(base_url() <> path, json: body, auth: {:bearer, Application.fetch_env!(:kerbside, :mollie_key)})
  end

  defp base_url, do: Application.get_env(:kerbside, :mollie_url, "https://api.mollie.example/v2")
end
`,
  'lib/kerbside/payments/refunds.ex': `defmodule Kerbside.Payments.Refunds do
  @moduledoc "Money back for months in which a permit is no longer used."
  alias Kerbside.Payments.Gateway

  @handling_fee_cents 1_200

  @doc "Whole months that are left, less the handling fee; never less than nothing."
  def amount(permit, today) do
    months = div(Date.diff(permit.ends_on, today), 30)
    max(0, div(permit.price_cents * months, 12) - @handling_fee_cents)
  end

  def pay(permit, payment_id, today), do: Gateway.refund(payment_id, amount(permit, today))
end
`,
  'lib/kerbside/payments/webhook.ex': `defmodule Kerbside.Payments.Webhook do
  @moduledoc "What Mollie tells us after somebody paid."
  require Logger
  alias Kerbside.Payments.Payment
  alias Kerbside.Repo

  def handle(%{"id" => id, "status" => "paid"}) do
    case Repo.get_by(Payment, mollie_id: id) do
      nil ->
        Logger.warning("webhook for unknown payment #{id}")
        {:error, :unknown_payment}

      payment ->
        Repo.update(Ecto.Changeset.change(payment, status: :paid))
    end
  end

  def handle(%{"status" => _other}), do: :ok
end
`,
  'lib/kerbside/payments/payment.ex': `defmodule Kerbside.Payments.Payment do
  use Ecto.Schema

  schema "payments" do
    field :mollie_id, :string
    field :permit_id, :integer
    field :cents, :integer
    field :status, Ecto.Enum, values: [:open, :paid, :failed, :refunded]
    timestamps()
  end
end
`,
  'lib/kerbside/workers/expiry_worker.ex': `defmodule Kerbside.Workers.ExpiryWorker do
  @moduledoc "Each night permits that have ended become expired."
  use Oban.Worker, queue: :nightly, max_attempts: 5
  import Ecto.Query
  alias Kerbside.Permits.Permit
  alias Kerbside.Repo

  @impl Oban.Worker
  def perform(%Oban.Job{args: %{"today" => today}}) do
    day = Date.from_iso8601!(today)
    {count, _} = Repo.update_all(from(p in Permit, where: p.ends_on < ^day and p.status == :active), set: [status: :expired])
    {:ok, count}
  end
end
`,
  'lib/kerbside/workers/reminder_worker.ex': `defmodule Kerbside.Workers.ReminderWorker do
  @moduledoc "Letters to people whose permit ends soon."
  use Oban.Worker, queue: :mail, max_attempts: 3
  alias Kerbside.Mailer

  @days_before 21

  @impl Oban.Worker
  def perform(%Oban.Job{args: %{"permit_id" => id}}) do
    permit = Kerbside.Repo.get!(Kerbside.Permits.Permit, id)
    if Date.diff(permit.ends_on, Date.utc_today()) <= @days_before, do: Mailer.renewal_letter(permit), else: :ok
  end
end
`,
  'lib/kerbside/workers/export_worker.ex': `defmodule Kerbside.Workers.ExportWorker do
  @moduledoc "A file of yesterday's fines for the treasury, over SFTP."
  use Oban.Worker, queue: :exports

  @impl Oban.Worker
  def perform(%Oban.Job{args: %{"day" => day}}) do
    rows = Kerbside.Repo.query!("select plate, zone, amount_cents from fines where inserted_at::date = $1", [day]).rows
    body = Enum.map_join(rows, "\\r\\n", &Enum.join(&1, ";"))
    Kerbside.Sftp.put("/in/fines-#{day}.csv", body)
  end
end
`,
  'lib/kerbside/mailer.ex': `defmodule Kerbside.Mailer do
  use Swoosh.Mailer, otp_app: :kerbside
  import Swoosh.Email

  def renewal_letter(permit) do
    new()
    |> to(permit.household)
    |> from({"Parking office", "parking@kerbside.example"})
    |> subject("Your permit ends on #{permit.ends_on}")
    |> text_body("Renew it on our site; the old one is valid until its last day.")
    |> deliver()
  end
end
`,
  'lib/kerbside_web/router.ex': `defmodule KerbsideWeb.Router do
  use KerbsideWeb, :router

  pipeline :api do
    plug :accepts, ["json"]
    plug KerbsideWeb.Plugs.RateLimit, limit: 120, per_ms: 60_000
    plug KerbsideWeb.Plugs.WardenAuth
  end

  scope "/api", KerbsideWeb do
    pipe_through :api
    post "/permits", PermitController, :create
    post "/permits/:id/renewal", PermitController, :renew
    delete "/permits/:id", PermitController, :delete
    post "/scans", ScanController, :create
    post "/fines/:id/appeals", AppealController, :create
  end

  scope "/", KerbsideWeb do
    get "/healthz", HealthController, :show
    post "/webhooks/mollie", WebhookController, :mollie
    live "/map", MapLive
  end
end
`,
  'lib/kerbside_web/controllers/permit_controller.ex': `defmodule KerbsideWeb.PermitController do
  use KerbsideWeb, :controller
  alias Kerbside.Permits

  def create(conn, params) do
    case Permits.issue(params) do
      {:ok, permit} -> conn |> put_status(201) |> json(permit)
      {:error, :household_limit} -> conn |> put_status(409) |> json(%{error: "household_limit"})
      {:error, :zone_full} -> conn |> put_status(409) |> json(%{error: "zone_full"})
    end
  end

  def renew(conn, %{"id" => id}) do
    {:ok, permit} = id |> Permits.get!() |> Permits.renew()
    json(conn, permit)
  end
end
`,
  'lib/kerbside_web/controllers/scan_controller.ex': `defmodule KerbsideWeb.ScanController do
  @moduledoc "Wardens scan plates with a handheld; the answer must come within a second."
  use KerbsideWeb, :controller
  alias Kerbside.{Fines, ZoneCache}

  def create(conn, %{"plate" => plate, "zone" => code} = scan) do
    {_, zone} = ZoneCache.get(code)
    {:ok, outcome} = Fines.write(Map.put(scan, :zone, zone))
    json(conn, %{plate: plate, outcome: inspect(outcome)})
  end
end
`,
  'lib/kerbside_web/controllers/webhook_controller.ex': `defmodule KerbsideWeb.WebhookController do
  use KerbsideWeb, :controller

  def mollie(conn, params) do
    _ = Kerbside.Payments.Webhook.handle(params)
    send_resp(conn, 200, "")
  end
end
`,
  'lib/kerbside_web/controllers/health_controller.ex': `defmodule KerbsideWeb.HealthController do
  use KerbsideWeb, :controller

  def show(conn, _params), do: text(conn, "ok")
end
`,
  'lib/kerbside_web/plugs/rate_limit.ex': `defmodule KerbsideWeb.Plugs.RateLimit do
  @moduledoc "A sliding window per caller, kept in ETS."
  import Plug.Conn

  def init(opts), do: Map.new(opts)

  def call(conn, %{limit: limit, per_ms: per_ms}) do
    key = conn.remote_ip
    now = System.monotonic_time(:millisecond)
    recent = Enum.filter(hits(key), &(&1 > now - per_ms))

    if length(recent) >= limit do
      conn |> put_resp_header("retry-after", "30") |> send_resp(429, "too many requests") |> halt()
    else
      :ets.insert(:rate_limit, {key, [now | recent]})
      conn
    end
  end

  defp hits(key), do: :ets.lookup_element(:rate_limit, key, 2, [])
end
`,
  'lib/kerbside_web/plugs/warden_auth.ex': `defmodule KerbsideWeb.Plugs.WardenAuth do
  @moduledoc "Handhelds log in with a device token that lives for one shift."
  import Plug.Conn

  @shift_seconds 9 * 3600

  def init(opts), do: opts

  def call(conn, _opts) do
    with ["Bearer " <> token] <- get_req_header(conn, "authorization"),
         {:ok, warden} <- Phoenix.Token.verify(KerbsideWeb.Endpoint, "warden", token, max_age: @shift_seconds) do
      assign(conn, :warden, warden)
    else
      _ -> conn |> send_resp(401, "unauthorised") |> halt()
    end
  end
end
`,
  'lib/kerbside_web/live/map_live.ex': `defmodule KerbsideWeb.MapLive do
  use KerbsideWeb, :live_view

  def mount(_params, _session, socket) do
    if connected?(socket), do: Phoenix.PubSub.subscribe(Kerbside.PubSub, "occupancy")
    {:ok, assign(socket, zones: Kerbside.Occupancy.all())}
  end

  def handle_info({:occupancy, code, share}, socket) do
    {:noreply, update(socket, :zones, &Map.put(&1, code, share))}
  end
end
`,
  'config/config.exs': `import Config

config :kerbside, Oban,
  repo: Kerbside.Repo,
  queues: [nightly: 1, mail: 10, exports: 2],
  plugins: [
    {Oban.Plugins.Pruner, max_age: 604_800},
    {Oban.Plugins.Cron, crontab: [{"15 2 * * *", Kerbside.Workers.ExpiryWorker}]}
  ]

config :kerbside, KerbsideWeb.Endpoint, render_errors: [formats: [json: KerbsideWeb.ErrorJSON]]
import_config "#{config_env()}.exs"
`,
  'config/prod.exs': `import Config

config :kerbside, KerbsideWeb.Endpoint, force_ssl: [hsts: true], cache_static_manifest: "priv/static/cache_manifest.json"
config :logger, level: :info
`,
  'config/dev.exs': `import Config

config :kerbside, Kerbside.Repo, hostname: "localhost", database: "kerbside_dev", pool_size: 5
config :logger, level: :debug
`,
  'config/runtime.exs': `import Config

if config_env() == :prod do
  config :kerbside, Kerbside.Repo,
    url: System.fetch_env!("DATABASE_URL"),
    pool_size: String.to_integer(System.get_env("POOL_SIZE") || "10"),
    queue_target: 200

  config :kerbside, :mollie_key, System.fetch_env!("MOLLIE_API_KEY")
  config :kerbside, KerbsideWeb.Endpoint, secret_key_base: System.fetch_env!("SECRET_KEY_BASE")
end
`,
  'priv/repo/migrations/20260110090000_create_permits.exs': `defmodule Kerbside.Repo.Migrations.CreatePermits do
  use Ecto.Migration

  def change do
    create table(:permits) do
      add :plate, :string, null: false
      add :household, :string
      add :zone, :string, null: false
      add :kind, :string
      add :status, :string
      add :starts_on, :date
      add :ends_on, :date
      add :price_cents, :integer
      timestamps()
    end

    create unique_index(:permits, [:plate, :zone], where: "status = 'active'", name: :permits_one_active_per_plate)
  end
end
`,
  'priv/repo/migrations/20260302101500_create_fines.exs': `defmodule Kerbside.Repo.Migrations.CreateFines do
  use Ecto.Migration

  def change do
    create table(:fines) do
      add :plate, :string
      add :zone, :string
      add :amount_cents, :integer
      add :status, :string
      add :cancelled_by, :string
      add :photo_key, :string
      timestamps()
    end
  end
end
`,
  'test/kerbside/permits_test.exs': `defmodule Kerbside.PermitsTest do
  use Kerbside.DataCase
  alias Kerbside.Permits

  test "a third permit for a household is refused" do
    household = insert_household(permits: 2)
    assert {:error, :household_limit} = Permits.issue(%{household: household, zone: "A1", plate: "K-AB 12", kind: :resident})
  end

  test "a renewal starts where the old permit ends" do
    permit = insert_permit(ends_on: ~D[2026-05-31])
    assert {:ok, %{ends_on: ~D[2027-05-31]}} = Permits.renew(permit)
  end
end
`,
  'test/kerbside/plates_test.exs': `defmodule Kerbside.PlatesTest do
  use ExUnit.Case, async: true

  test "blanks and dashes do not matter" do
    assert Kerbside.Plates.normalise("k-ab 12") == "KAB12"
  end
end
`,
  'test/kerbside/fines_test.exs': `defmodule Kerbside.FinesTest do
  use Kerbside.DataCase

  test "nobody is fined within the grace period" do
    scan = build_scan(minutes: 9)
    assert {:ok, :within_grace} = Kerbside.Fines.write(scan)
  end
end
`,
  'test/kerbside/payments/refunds_test.exs': `defmodule Kerbside.Payments.RefundsTest do
  use ExUnit.Case, async: true
  alias Kerbside.Payments.Refunds

  test "six months of an inner permit" do
    permit = %{ends_on: ~D[2026-12-31], price_cents: 18_000}
    assert Refunds.amount(permit, ~D[2026-07-01]) == 7_800
  end
end
`,
  'assets/js/map.js': `import L from "leaflet";

const COLOURS = { low: "#3a7", middle: "#fc3", full: "#c33" };

/** Paints each zone by how full it is. */
export function paint(map, zones) {
  for (const { code, boundary, share } of zones) {
    const colour = share > 0.95 ? COLOURS.full : share > 0.7 ? COLOURS.middle : COLOURS.low;
    L.polygon(boundary, { color: colour }).bindTooltip(code).addTo(map);
  }
}
`,
};
