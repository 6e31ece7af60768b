output "splits" {
  description = "Makes the event table."
  value       = "./daisychain splits --nodes=${var.bigtable_nodes} --create --store='${local.store}'"
}

output "run" {
  description = "Ingests, links and publishes what lies under in/; --numWorkers and --workerMachineType come from `./daisychain plan`."
  value = join(" ", [
    "./daisychain run",
    "--input='gs://${google_storage_bucket.files.name}/in/*'",
    "--rejects=gs://${google_storage_bucket.files.name}/rejects",
    "--output=gs://${google_storage_bucket.files.name}/out",
    "--store='${local.store}'",
    "--warehouse=bigquery:${var.project}.${google_bigquery_dataset.warehouse.dataset_id}",
    "--runner=DataflowRunner",
    "--project=${var.project}",
    "--region=${var.region}",
    "--tempLocation=gs://${google_storage_bucket.files.name}/temp",
    "--subnetwork=regions/${var.region}/subnetworks/${google_compute_subnetwork.workers.name}",
    "--usePublicIps=false",
    "--serviceAccount=${google_service_account.worker.email}",
  ])
}

output "launcher" {
  description = "Whom to be: gcloud auth application-default login --impersonate-service-account=…"
  value       = google_service_account.launcher.email
}

output "start" {
  description = "Starts what waits with --startOn=projects/PROJECT/subscriptions/NAME-start-COMMAND."
  value       = "gcloud pubsub topics publish ${google_pubsub_topic.start.id} --message=start"
}

locals {
  store = "bigtable://${var.project}/${google_bigtable_instance.store.name}?appProfile=${google_bigtable_app_profile.jobs.app_profile_id}"
}
